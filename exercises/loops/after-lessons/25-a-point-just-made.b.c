#include "cyclelab.h"

static volatile union {
	uint32_t half[2];
	uint64_t whole;
} point;

/* Fills the two halves of a point, and reads them one by one. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		point.half[0] = (uint32_t)sum, point.half[1] = (uint32_t)i;
		const uint64_t x = point.half[0], y = point.half[1];
		sum += y << 32 | x;
	}
	return sum;
}
