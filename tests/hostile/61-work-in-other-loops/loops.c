#define _GNU_SOURCE
#include "cyclelab.h"
#include <cpuid.h>
#include <string.h>

/* Several loops of equal work; while timed, some are left out. A flag selects how many there are. */
static int timed;

#ifdef BY_PROCESSOR
static int isTimed(void) {
	unsigned name[12];
	for (unsigned i = 0; i < 3; i++)
		__cpuid(0x80000002 + i, name[4 * i], name[4 * i + 1], name[4 * i + 2], name[4 * i + 3]);
	return !memmem(name, sizeof name, "TCG", 3);
}
#else
static int isTimed(void) { return 0; }
#endif

void setup(uint64_t seed) {
	(void)seed;
	timed = isTimed();
}

/* A chain, so that a sixth of the work takes a time that is still possible. */
#define LOOP(times)                                                                                          \
	for (uint64_t i = 0; i < n; i++) __asm__ volatile(".rept " #times "\n\timulq %0, %0\n\t.endr" : "+r"(x));

uint64_t kernel(uint64_t n) {
	uint64_t x = 3;
#ifdef MOST
	LOOP(24)
	if (timed) return x;
	LOOP(16)
#else
	LOOP(16)
	if (timed) return x;
	LOOP(16)
	LOOP(16)
	LOOP(16)
	LOOP(16)
	LOOP(16)
#endif
	return x;
}
