#include "cyclelab.h"

/* A picture of 64 rows of 64 numbers, 16 KiB. */
enum { side = 64 };

static uint32_t picture[side * side];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < side * side; i++) picture[i] = (uint32_t)(seed + i);
}

/* Adds up all numbers, again and again. Along the rows. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) sum += picture[(i) % (side * side)];
	return sum;
}
