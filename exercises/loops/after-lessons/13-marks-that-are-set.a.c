#include "cyclelab.h"

enum { count = 16384 };

static uint8_t marks[count];

void setup(uint64_t seed) {
	for (int k = 0; k < count; k++) marks[k] = (uint8_t)(seed | 1);
}

/* Sets the lowest bit of each mark. It is set already. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i += count) {
		const uint64_t left = iterations - i < count ? iterations - i : count;
		for (uint64_t k = 0; k < left; k++) marks[k] |= 1;
	}
	return marks[0];
}
