#include "cyclelab.h"

static uint64_t sum, step;

void setup(uint64_t seed) { step = seed | 1; }

/* One addition an iteration, each of the sum before. The empty statement keeps compilers from multiplying instead. */
uint64_t kernel(uint64_t iterations) {
	uint64_t at = sum;
	const uint64_t by = step;
	for (uint64_t i = 0; i < iterations; i++) {
		at += by;
		__asm__ volatile("" : "+r"(at));
	}
	sum = at;
	return at;
}
