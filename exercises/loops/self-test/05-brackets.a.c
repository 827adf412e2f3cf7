#include "cyclelab.h"

static uint64_t step = 3;

void setup(uint64_t seed) { step = seed | 1; }

/* Nine times the last number, and a step. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t plus = step;
	uint64_t x = plus;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) x = x * 9 + plus;
	return x;
}
