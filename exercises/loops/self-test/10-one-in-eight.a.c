#include "cyclelab.h"

static uint64_t drawn = 1;

void setup(uint64_t seed) { drawn = seed | 1; }

/* A generator draws a number from 0 to 255 in each turn. One in eight is below 32, and which one is chance. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = drawn, sum = 0;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		if (x >> 56 < 32) {
			__asm__ volatile("" : "+r"(sum));
			sum += x;
		}
	}
	drawn = x;
	return sum;
}
