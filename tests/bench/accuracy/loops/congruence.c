#include "cyclelab.h"

/* A multiplication and an addition in a chain; the counter is an operand, so that it counts upwards. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1, factor = iterations | 5;
	for (uint64_t i = 0; i < iterations; i++) x = x * factor + i;
	return x;
}
