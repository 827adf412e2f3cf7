#include "cyclelab.h"

enum { count = 32768 };

static uint64_t numbers[count];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) numbers[i] = seed + i;
}

/* Adds up numbers in order, again and again: 256 KiB, which L2 holds and L1 does not. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) sum += numbers[i % count];
	return sum;
}
