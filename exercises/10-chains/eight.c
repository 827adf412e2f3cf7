#include "cyclelab.h"

enum { count = 1024 };

static double values[count];

/* Small whole numbers: their sums are exact, so the order of the additions changes no result. 8 KiB stay in L1. */
void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) values[i] = (double)((seed + i * 7) % 16);
}

/* Eight sums: an addition needs the sum that was made eight elements earlier. */
uint64_t kernel(uint64_t iterations) {
	double a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
	uint64_t i = 0;
	for (; i + 8 <= iterations; i += 8) {
		const double *at = values + i % count;
		a += at[0];
		b += at[1];
		c += at[2];
		d += at[3];
		e += at[4];
		f += at[5];
		g += at[6];
		h += at[7];
	}
	for (; i < iterations; i++) a += values[i % count];
	return (uint64_t)(((a + b) + (c + d)) + ((e + f) + (g + h)));
}
