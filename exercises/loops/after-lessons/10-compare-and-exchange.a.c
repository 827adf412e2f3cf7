#include "cyclelab.h"

static uint64_t count;

/* Adds one to a count in one step. */
uint64_t kernel(uint64_t iterations) {
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
	return count;
}
