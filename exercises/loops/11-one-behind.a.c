#include "cyclelab.h"

enum { count = 1024 };

static uint64_t numbers[count + 1], *from = numbers, *to = numbers + 1;

void setup(uint64_t seed) { numbers[0] = seed; }

/* Each number is the one before it, and 3 more. No compiler can know that the two pointers meet. */
uint64_t kernel(uint64_t iterations) {
	uint64_t *const in = from, *const out = to;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) out[i % count] = in[i % count] + 3;
	return out[count / 2];
}
