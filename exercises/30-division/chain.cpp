#include "cyclelab.h"

enum { count = 1024 };

static uint32_t values[count];
static uint32_t divisor;

/* Numbers of 32 bits at random. And one divisor that only this run knows. */
void setup(uint64_t seed) {
	uint64_t state = seed | 1;
	for (int i = 0; i < count; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		values[i] = uint32_t(state >> 32);
	}
	divisor = uint32_t(seed % 1000) + 7;
}

/* The quotient becomes part of the next dividend. */
uint64_t kernel(uint64_t iterations) {
	const uint32_t by = divisor;
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		sum = (uint32_t(sum) ^ values[i % count]) / by;
	}
	return sum;
}
