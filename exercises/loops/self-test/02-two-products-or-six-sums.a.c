#include "cyclelab.h"

/* Keeps an operation where it stands: the compiler does not know the value any more. */
#define KEPT(x) __asm__ volatile("" : "+r"(x))

static uint64_t start = 1;

void setup(uint64_t seed) { start = seed | 1; }

/* Six additions, each to the sum before it. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1, y = start;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		x += y;
		KEPT(x);
		x += y;
		KEPT(x);
		x += y;
		KEPT(x);
		x += y;
		KEPT(x);
		x += y;
		KEPT(x);
		x += y;
		KEPT(x);
	}
	return x;
}
