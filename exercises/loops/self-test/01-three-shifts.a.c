#include "cyclelab.h"

static uint64_t start = 1;

void setup(uint64_t seed) { start = seed | 1; }

/* A generator of random numbers: three shifts and three exclusive ors, each on the previous result. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = start;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
	}
	return x;
}
