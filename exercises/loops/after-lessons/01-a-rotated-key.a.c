#include "cyclelab.h"

/* Rotates the number by five bits, and adds the number of the turn. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) x = (x << 5 | x >> 59) + i;
	return x;
}
