#include "cyclelab.h"

uint64_t kernel(uint64_t iterations) {
	uint64_t x{1};
	const uint64_t divisor{iterations | 3};
	for (uint64_t i{0}; i != iterations; ++i) x = (0xfedcba9876543210u ^ x) / divisor + i;
	return x;
}
