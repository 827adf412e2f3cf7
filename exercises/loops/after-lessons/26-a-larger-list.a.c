#include "cyclelab.h"

enum { count = 2048 };

static uint64_t numbers[count];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) numbers[i] = seed + i;
}

/* Adds up numbers in order, again and again: 16 KiB, which L1 holds. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) sum += numbers[i % count];
	return sum;
}
