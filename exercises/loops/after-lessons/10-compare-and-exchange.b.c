#include "cyclelab.h"

static uint64_t count;

/* Loads the count, and replaces it by the count plus one if nobody has changed it meanwhile. Nobody has. */
uint64_t kernel(uint64_t iterations) {
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		uint64_t seen = __atomic_load_n(&count, __ATOMIC_RELAXED);
		__atomic_compare_exchange_n(&count, &seen, seen + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
	}
	return count;
}
