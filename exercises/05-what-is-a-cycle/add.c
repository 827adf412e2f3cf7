#include "cyclelab.h"

static uint64_t first = 1, second = 1, third = 1;

/* From outside, so that no compiler knows them. */
void setup(uint64_t seed) {
	first = seed | 1;
	second = seed * 4 + 3;
	third = seed * 8 + 5;
}

/* Three additions a turn. Each needs the result of the previous addition, and a turn begins with the result of the previous turn. */
uint64_t kernel(uint64_t iterations) {
	uint64_t a = first, b = second, c = third;
	for (uint64_t i = 0; i < iterations; i++) {
		a += b;
		c += a;
		b += c;
	}
	return b;
}
