#include "cyclelab.h"

enum { count = 512 };

/* 4 KiB stay in L1. Volatile: each load is executed. */
static volatile uint64_t values[count];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) values[i] = seed + i;
}

/* Sixteen loads into four sums, so that no chain is longer than four additions. */
uint64_t kernel(uint64_t iterations) {
	uint64_t a = 0, b = 0, c = 0, d = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		const volatile uint64_t *at = values + i * 16 % count;
		a += at[0], b += at[1], c += at[2], d += at[3];
		a += at[4], b += at[5], c += at[6], d += at[7];
		a += at[8], b += at[9], c += at[10], d += at[11];
		a += at[12], b += at[13], c += at[14], d += at[15];
	}
	return (a ^ b) + (c ^ d);
}
