#include "cyclelab.h"

enum { count = 512 };

static uint32_t follows[count];
static uint64_t prices[count];

/* Each place leads to the place 131 further on: all 512 are visited. */
void setup(uint64_t seed) {
	for (uint32_t i = 0; i < count; i++) follows[i] = (i + 131) % count, prices[i] = seed + i;
}

/* Walks from place to place, and adds up the prices. */
uint64_t kernel(uint64_t iterations) {
	uint64_t at = 0, sum = 0;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		sum += prices[at];
		at = follows[at];
	}
	return sum;
}
