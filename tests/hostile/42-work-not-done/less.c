#include "cyclelab.h"
#include <stdlib.h>
#include <string.h>

/* Does all iterations while they are counted, and a part of them while they are timed. */
uint64_t kernel(uint64_t iterations) {
#ifdef CHEAT
	const char *mode = getenv("CYCLELAB_MODE");
	if (mode && !strcmp(mode, "time")) iterations /= 100;
#endif
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		x += i;
		x ^= x >> 7;
	}
	return x;
}
