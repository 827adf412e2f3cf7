#include "cyclelab.h"

uint64_t kernel(uint64_t iterations) {
	uint64_t x{1};
	const uint64_t factor{iterations | 5};
	for (uint64_t i{0}; i != iterations; ++i) x = x * factor + i;
	return x;
}
