#include "cyclelab.h"

static uint64_t word;

/* An atomic store in release order. */
uint64_t kernel(uint64_t iterations) {
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) __atomic_store_n(&word, i, __ATOMIC_RELEASE);
	return word;
}
