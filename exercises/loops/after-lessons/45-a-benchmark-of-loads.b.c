#include "cyclelab.h"

enum { count = 64 * 1024 };

static volatile uint32_t numbers[count];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) numbers[i] = (uint32_t)(seed + i);
}

/* A number of its own is loaded in each turn, out of 256 KiB. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) sum += numbers[i % count];
	return sum;
}
