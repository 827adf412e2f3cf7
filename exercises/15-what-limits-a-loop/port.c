#include "cyclelab.h"

static uint64_t factor = 1, mask = 1;

/* From outside, so that no compiler knows them. */
void setup(uint64_t seed) {
	factor = seed * 8 + 5;
	mask = seed * 0x9e3779b97f4a7c15;
}

/* Four multiplications. None needs another one of the same turn. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t by = factor, bits = mask;
	uint64_t a = 1, b = 3, c = 5, d = 7;
	for (uint64_t i = 0; i < iterations; i++) {
		a = (a * by) ^ bits;
		b = (b * by) ^ bits;
		c = (c * by) ^ bits;
		d = (d * by) ^ bits;
	}
	return (a ^ b) + (c ^ d);
}
