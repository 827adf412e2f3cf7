#include "cyclelab.h"
#include <stdatomic.h>

static _Atomic uint64_t counts[8] __attribute__((aligned(64)));

/* One thread adds to one counter. */
uint64_t kernel(uint64_t iterations) {
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) atomic_fetch_add(&counts[0], 1);
	return counts[0];
}
