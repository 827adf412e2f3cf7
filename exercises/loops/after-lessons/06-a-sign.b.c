#include "cyclelab.h"

/* Divides a number that may be negative by 1024, and adds the number of the turn. */
uint64_t kernel(uint64_t iterations) {
	int64_t x = 1 << 30;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) x = x / 1024 + (int64_t)i;
	return (uint64_t)x;
}
