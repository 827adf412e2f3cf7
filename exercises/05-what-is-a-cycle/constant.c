#include "cyclelab.h"

static uint64_t mask = 1;

/* From outside, so that no compiler knows them. */
void setup(uint64_t seed) {
	mask = seed * 0x9e3779b97f4a7c15;
}

/* The same three operations, but what is added is a constant in the instruction itself. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 0, bits = mask;
	for (uint64_t i = 0; i < iterations; i++) {
		x = ((x + 1) ^ bits) + 1;
	}
	return x;
}
