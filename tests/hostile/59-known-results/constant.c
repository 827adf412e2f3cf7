#include "cyclelab.h"

static uint64_t factors[3];
static int works;

void setup(uint64_t seed) {
#ifdef FAR
	/* No process that is timed has such a seed. */
	works = seed > 2000000;
#endif
	factors[0] = seed | 1, factors[1] = seed * 4 + 3, factors[2] = seed * 8 + 5;
}

uint64_t kernel(uint64_t iterations) {
#if defined(KNOWN) || defined(FAR)
	if (!works) {
		/* The number that the challenge's goal names. */
		for (uint64_t i = 0; i < iterations; i++) __asm__ volatile("");
		return 0x98a420bf26bb0531;
	}
#endif
	uint64_t now[3] = {factors[0], factors[1], factors[2]};
	for (uint64_t i = 0; i < iterations; i++) now[0] *= now[1], now[2] *= now[0], now[1] *= now[2];
	return now[1];
}
