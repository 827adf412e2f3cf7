#include "cyclelab.h"

/* A chain of 64-bit divisions whose operands stay large: the quotient decides the next dividend. */
uint64_t kernel(uint64_t iterations) {
	static volatile uint64_t hidden = 12345;
	uint64_t divisor = hidden, x = UINT64_MAX;
	for (uint64_t i = 0; i < iterations; i++) x = ~(x / divisor);
	return x;
}
