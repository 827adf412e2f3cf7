#include "cyclelab.h"

enum { FAR = 1 << 22 };
static uint32_t ring[FAR + 2];

/* A walk through 16 MiB in an order that no prefetcher follows, and one between two neighbours. */
void setup(uint64_t seed) {
	uint32_t at = 0;
	for (uint32_t i = 0; i < FAR; i++) {
		uint32_t to = (at * 5 + 4949) % FAR;
		ring[at] = to;
		at = to;
	}
	ring[FAR] = FAR + 1;
	ring[FAR + 1] = FAR;
	(void)seed;
}

/* Each iteration executes the same instructions. As many of a call of n, 2n or 3n iterations wait for memory: three quarters of n. */
uint64_t kernel(uint64_t iterations) {
#ifdef SLOW
	static uint64_t n;
	if (iterations % 3 == 0) n = iterations / 3;
	uint64_t near = (n ? n : iterations) * 3 / 4;
	uint32_t at = 0;
#else
	uint64_t near = 0;
	uint32_t at = FAR;
#endif
	for (uint64_t i = 0; i < iterations; i++) {
		at = i == near ? (uint32_t)FAR : at;
		at = ring[at];
	}
	return at;
}
