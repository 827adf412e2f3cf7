#include "cyclelab.h"

static uint64_t factor = 1;

void setup(uint64_t seed) { factor = seed * 8 + 5; }

/* The same chain, and six counts. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t by = factor;
	uint64_t x = by, a = 0, b = 0, c = 0, d = 0, e = 0, f = 0;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		x = x * by * x;
		a += i, b ^= i, c += i, d ^= i, e += i, f ^= i;
		__asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
	}
	return x + (a ^ b) + (c ^ d) + (e ^ f);
}
