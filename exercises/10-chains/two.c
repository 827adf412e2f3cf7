#include "cyclelab.h"

enum { count = 1024 };

static double values[count];

/* Small whole numbers: their sums are exact, so the order of the additions changes no result. 8 KiB stay in L1. */
void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) values[i] = (double)((seed + i * 7) % 16);
}

/* Two sums: an addition needs the sum that was made two elements earlier. */
uint64_t kernel(uint64_t iterations) {
	double a = 0, b = 0;
	uint64_t i = 0;
	for (; i + 2 <= iterations; i += 2) {
		const double *at = values + i % count;
		a += at[0];
		b += at[1];
	}
	for (; i < iterations; i++) a += values[i % count];
	return (uint64_t)(a + b);
}
