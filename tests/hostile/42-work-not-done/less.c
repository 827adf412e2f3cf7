#define _GNU_SOURCE
#include "cyclelab.h"
#include <cpuid.h>
#include <stdlib.h>
#include <string.h>

/*
 * Does all iterations while they are counted, and a part of them in later calls while they are timed; with -DFIRST all in the first call, whose
 * result is compared, and a part in every later one, counted or timed; with -DTABLE work in the first call that does not grow.
 */
#ifdef CHEAT
static int isCounted(void) {
	unsigned name[12];
	for (unsigned i = 0; i < 3; i++)
		__cpuid(0x80000002 + i, name[4 * i], name[4 * i + 1], name[4 * i + 2], name[4 * i + 3]);
	return memmem(name, sizeof name, "TCG", 3) != NULL;
}
#endif

uint64_t kernel(uint64_t iterations) {
#ifdef CHEAT
	static int calls;
	if (calls++ && !isCounted()) iterations /= 100;
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
