#include "cyclelab.h"

static volatile uint64_t counts[16] __attribute__((aligned(64)));

/* One thread counts in two places, 64 bytes apart. */
uint64_t kernel(uint64_t iterations) {
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		counts[0] = i;
		counts[8] = i;
	}
	return counts[0];
}
