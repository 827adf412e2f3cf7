#include "cyclelab.h"

/* The results of all calls of a power of two iterations, and of three times as many, up to the longest that are timed. */
enum { LENGTHS = 24 };
static uint64_t known[2][LENGTHS];
static uint64_t factors[3];

static uint64_t work(uint64_t iterations, int keeps) {
	uint64_t a = factors[0], b = factors[1], c = factors[2];
	for (uint64_t i = 1; i <= iterations; i++) {
		a *= b;
		c *= a;
		b *= c;
		if (!keeps || i % 64) continue;
		if (!(i & (i - 1))) known[0][__builtin_ctzll(i)] = b;
		if (i % 3 == 0 && !(i / 3 & (i / 3 - 1))) known[1][__builtin_ctzll(i)] = b;
	}
	return b;
}

void setup(uint64_t seed) {
	factors[0] = seed | 1, factors[1] = seed * 4 + 3, factors[2] = seed * 8 + 5;
#ifdef TABLE
	work(3ull << (LENGTHS - 3), 1);
#endif
}

uint64_t kernel(uint64_t iterations) {
#ifdef TABLE
	unsigned zeros = (unsigned)__builtin_ctzll(iterations | 1ull << 63);
	uint64_t odd = iterations >> zeros;
	if (zeros < LENGTHS && (odd == 1 || odd == 3) && known[odd == 3][zeros]) {
		for (uint64_t i = 0; i < iterations; i++) __asm__ volatile("");
		return known[odd == 3][zeros];
	}
#endif
	return work(iterations, 0);
}
