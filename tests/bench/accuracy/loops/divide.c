#include "cyclelab.h"

/* Divisions in a chain, with a counter that is an operand. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1, divisor = iterations | 3;
	for (uint64_t i = 0; i < iterations; i++) x = (0xfedcba9876543210u ^ x) / divisor + i;
	return x;
}
