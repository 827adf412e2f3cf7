#include "cyclelab.h"

/* Eight places of eight bytes. Volatile: each access is executed. */
static volatile union {
	uint64_t whole;
	uint32_t half[2];
} ring[8];

/* Each turn loads the upper half of what was stored four turns before, adds to it, and stores eight bytes in the next place. */
uint64_t kernel(uint64_t iterations) {
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) ring[i & 7].whole = (ring[(i + 4) & 7].half[1] + i) << 32;
	return ring[0].whole;
}
