#include "cyclelab.h"

static uint64_t factor = 5, step = 3;

void setup(uint64_t seed) {
	factor = seed * 8 + 5;
	step = seed | 1;
}

/* A generator of random numbers: a product and an addition. What it gives is added up. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t by = factor, plus = step;
	uint64_t x = plus, sum = 0;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		x = x * by + plus;
		sum += x;
	}
	return sum;
}
