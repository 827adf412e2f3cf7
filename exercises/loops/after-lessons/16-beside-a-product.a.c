#include "cyclelab.h"

static uint64_t factor = 1;

void setup(uint64_t seed) { factor = seed * 8 + 5; }

/* Two multiplications in a chain, and two counts. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t by = factor;
	uint64_t x = by, a = 0, b = 0;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		x = x * by * x;
		a += i, b ^= i;
		__asm__ volatile("" : "+r"(a), "+r"(b));
	}
	return x + a + b;
}
