#include "cyclelab.h"

static uint64_t factor = 1, mask = 1;

/* From outside, so that no compiler knows them. */
void setup(uint64_t seed) {
	factor = seed * 8 + 5;
	mask = seed * 0x9e3779b97f4a7c15;
}

/* Two multiplications, each on the previous result. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t by = factor, bits = mask;
	uint64_t x = by;
	for (uint64_t i = 0; i < iterations; i++) {
		x = (x * by) ^ bits;
		x = (x * by) ^ bits;
	}
	return x;
}
