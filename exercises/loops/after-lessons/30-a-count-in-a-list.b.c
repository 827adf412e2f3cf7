#include "cyclelab.h"

static volatile uint64_t counts[8];

/* Eight counts that lie in memory. Each turn counts in the next of them. */
uint64_t kernel(uint64_t iterations) {
	volatile uint64_t *all = counts;
	__asm__ volatile("" : "+r"(all));
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) all[i % 8] = all[i % 8] + 1;
	return *all;
}
