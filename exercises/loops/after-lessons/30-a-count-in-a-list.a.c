#include "cyclelab.h"

static volatile uint64_t counts[8];

/* A count that lies in memory. It is written by the same register in each turn. */
uint64_t kernel(uint64_t iterations) {
	volatile uint64_t *count = counts;
	__asm__ volatile("" : "+r"(count));
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) *count = *count + 1;
	return *count;
}
