#include "cyclelab.h"

static uint64_t factor = 1;

void setup(uint64_t seed) { factor = seed * 8 + 5; }

/* A chain of four multiplications and two exclusive ors. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t by = factor;
	uint64_t x = by;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		x *= by, x = x * by ^ i, x *= by, x = x * by ^ i;
	}
	return x;
}
