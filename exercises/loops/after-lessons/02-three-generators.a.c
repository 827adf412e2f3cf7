#include "cyclelab.h"

/* One generator of numbers: a multiplication, then an addition. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) x = x * 6364136223846793005u + 1442695040888963407u;
	return x;
}
