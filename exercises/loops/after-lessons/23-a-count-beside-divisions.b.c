#include "cyclelab.h"

static uint64_t divisor = 3;
static uint64_t turns;

void setup(uint64_t seed) { divisor = seed % 1000 + 1001; }

/* The same chain, and an atomic count of the turns. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t by = divisor;
	uint64_t x = UINT64_MAX;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		x = UINT64_MAX - x / by;
		__atomic_fetch_add(&turns, 1, __ATOMIC_SEQ_CST);
	}
	return x;
}
