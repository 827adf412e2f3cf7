#include "cyclelab.h"

static uint64_t start = 1;

void setup(uint64_t seed) { start = seed | 1; }

/* The same generator, as a colleague prefers to write it. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = start;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		x = x ^ x >> 12;
		x = x ^ x << 25;
		x = x ^ x >> 27;
	}
	return x;
}
