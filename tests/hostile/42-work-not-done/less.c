#include "cyclelab.h"
#include <stdlib.h>
#include <string.h>

/*
 * Does all iterations while they are counted, and a part of them while they are timed; with -DFIRST all in the first call, whose
 * result is compared, and a part in every later one, counted or timed; with -DTABLE work in the first call that does not grow.
 */
uint64_t kernel(uint64_t iterations) {
#ifdef CHEAT
	const char *mode = getenv("CYCLELAB_MODE");
	if (mode && !strcmp(mode, "time")) iterations /= 100;
#elif defined(FIRST)
	static int calls;
	if (calls++) iterations /= 2;
#elif defined(TABLE)
	static volatile int table[4096];
	if (!table[0]) for (int i = 0; i < 4096; i++) table[i] = i + 1;
#endif
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		x += i;
		x ^= x >> 7;
	}
	return x;
}
