#include "cyclelab.h"

static uint64_t step = 1, mask = 1;

/* From outside, so that no compiler knows them. */
void setup(uint64_t seed) {
	step = seed * 4 + 3;
	mask = seed * 0x9e3779b97f4a7c15;
}

/* An addition, an exclusive or, an addition, all on one value. The number added is in a register. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 0, by = step, bits = mask;
	for (uint64_t i = 0; i < iterations; i++) {
		x = ((x + by) ^ bits) + by;
	}
	return x;
}
