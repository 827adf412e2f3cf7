#include "cyclelab.h"

/* Volatile: each number is loaded, though nobody needs it. */
static volatile uint64_t numbers[1024];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < 1024; i++) numbers[i] = seed + i;
}

/* Ten loads a turn, all from L1. */
uint64_t kernel(uint64_t iterations) {
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		const volatile uint64_t *at = numbers + i * 16 % 1024;
		(void)at[0], (void)at[1], (void)at[2], (void)at[3], (void)at[4];
		(void)at[5], (void)at[6], (void)at[7], (void)at[8], (void)at[9];
	}
	return iterations + numbers[0];
}
