#include "cyclelab.h"

enum { count = 256 };

static uint64_t amounts[count], totals[count];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) amounts[i] = seed + i;
}

/* Adds each amount to the total in the same place of another array. */
uint64_t kernel(uint64_t iterations) {
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) totals[i % count] += amounts[i % count];
	return totals[0];
}
