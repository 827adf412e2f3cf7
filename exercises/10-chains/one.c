#include "cyclelab.h"

enum { count = 1024 };

static double values[count];

/* Small whole numbers: their sums are exact, so the order of the additions changes no result. 8 KiB stay in L1. */
void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) values[i] = (double)((seed + i * 7) % 16);
}

/* Each addition needs the previous sum. */
uint64_t kernel(uint64_t iterations) {
	double sum = 0;
	for (uint64_t i = 0; i < iterations; i++) sum += values[i % count];
	return (uint64_t)sum;
}
