#include "cyclelab.h"

uint64_t kernel(uint64_t iterations) {
	uint64_t x{iterations | 1};
	for (uint64_t i{0}; i != iterations; ++i) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		x += i;
	}
	return x;
}
