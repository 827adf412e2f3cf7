#include "cyclelab.h"

static uint64_t factor = 1;

void setup(uint64_t seed) { factor = seed * 8 + 5; }

/* Five products. Each is multiplied by the factor again in the next turn. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t by = factor;
	uint64_t a = 1, b = 3, c = 5, d = 7, e = 9;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) a *= by, b *= by, c *= by, d *= by, e *= by;
	return (a ^ b) + (c ^ d) + e;
}
