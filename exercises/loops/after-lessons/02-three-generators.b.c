#include "cyclelab.h"

/* Three generators of numbers, each with its own number. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1, y = 2, z = 3;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		y = y * 6364136223846793005u + 1442695040888963407u;
		z = z * 6364136223846793005u + 1442695040888963407u;
	}
	return x ^ y ^ z;
}
