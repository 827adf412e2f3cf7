#include "cyclelab.h"

static uint64_t drawn = 1;

void setup(uint64_t seed) { drawn = seed | 1; }

/* Two branches on bits of a number drawn in each turn. Each asks about a bit of its own. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = drawn, sum = 0;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		uint64_t first = x >> 63, second = x >> 62 & 1;
		/* The compiler forgets what it knows of both, so each gets its branch. */
		__asm__ volatile("" : "+r"(first), "+r"(second));
		if (first) {
			__asm__ volatile("" : "+r"(sum));
			sum += x;
		}
		if (second) {
			__asm__ volatile("" : "+r"(sum));
			sum += 3;
		}
	}
	drawn = x;
	return sum;
}
