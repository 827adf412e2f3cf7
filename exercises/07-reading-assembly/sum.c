#include "cyclelab.h"

enum { count = 256 };

static uint64_t values[count];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) values[i] = seed + i * 7;
}

/* Load a number, add it to the sum. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) sum += values[i % count];
	return sum;
}
