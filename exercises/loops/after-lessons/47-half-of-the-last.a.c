#include "cyclelab.h"

static float level;

/* The first sample. */
void setup(uint64_t seed) {
	level = (float)(1 + seed % 7);
}

/* Each sample is half as loud as the last one. */
uint64_t kernel(uint64_t iterations) {
	float sample = level, half = 0.5F;
	__asm__ volatile("" : "+x"(half));
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) sample *= half;
	return (uint64_t)(sample + 1);
}
