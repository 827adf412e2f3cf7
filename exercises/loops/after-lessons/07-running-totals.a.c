#include "cyclelab.h"

enum { count = 2048 };

static uint32_t numbers[count];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) numbers[i] = (uint32_t)(seed + i);
}

/* The sum of all numbers. */
uint64_t kernel(uint64_t iterations) {
	uint32_t sum = 0;
	for (uint64_t i = 0; i < iterations; i += count) {
		const uint64_t end = iterations - i < count ? iterations - i : count;
		for (uint64_t k = 0; k < end; k++) sum += numbers[k];
	}
	return sum;
}
