#include "cyclelab.h"

enum { count = 2048 };

static uint32_t nexts[count];
static uint32_t order[count];
static uint64_t from;

/* One circle through all places, in random order. */
void setup(uint64_t seed) {
	uint64_t x = seed | 1;
	for (uint32_t i = 0; i < count; i++) order[i] = i;
	for (uint32_t i = count - 1; i > 0; i--) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		const uint32_t other = (uint32_t)((x >> 33) % (i + 1)), own = order[i];
		order[i] = order[other], order[other] = own;
	}
	for (uint32_t i = 0; i < count; i++) nexts[order[i]] = order[(i + 1) % count];
	from = 0;
}

/* The same walk. The places to go to lie side by side. */
uint64_t kernel(uint64_t iterations) {
	uint64_t at = from, sum = 0;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) at = nexts[at], sum += at;
	from = at;
	return sum;
}
