#include "cyclelab.h"

static uint64_t first = 1, second = 1, third = 1;

/* From outside, so that no compiler knows them. */
void setup(uint64_t seed) {
	first = seed | 1;
	second = seed * 4 + 3;
	third = seed * 8 + 5;
}

/* Four multiplications a turn in place of three, but none has to wait for more than one other. */
uint64_t kernel(uint64_t iterations) {
	uint64_t a = first, b = second, c = third;
	for (uint64_t i = 0; i < iterations; i++) {
		const uint64_t product = a * b, other = b * c;
		a = product;
		b = product * other;
		c *= product;
	}
	return b;
}
