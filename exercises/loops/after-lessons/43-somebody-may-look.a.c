#include "cyclelab.h"

enum { count = 512 };

static uint32_t numbers[count];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) numbers[i] = (uint32_t)(seed + i);
}

struct seen {
	uint64_t sum, count;
};

/* A sum and a count in a local struct. */
uint64_t kernel(uint64_t iterations) {
	struct seen seen = {0, 0};
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		seen.sum += numbers[i % count];
		seen.count += 2;
	}
	return seen.sum + seen.count;
}
