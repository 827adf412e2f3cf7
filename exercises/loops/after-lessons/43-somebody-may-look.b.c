#include "cyclelab.h"

enum { count = 512 };

static uint32_t numbers[count];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) numbers[i] = (uint32_t)(seed + i);
}

struct seen {
	uint64_t sum, count;
};

/* Does nothing, but the compiler has to assume that it reads and writes what the address leads to. */
static inline void look(struct seen *at) { __asm__ volatile("" : : "r"(at) : "memory"); }

/* A sum and a count in a local struct, whose address is given away in each turn. */
uint64_t kernel(uint64_t iterations) {
	struct seen seen = {0, 0};
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		seen.sum += numbers[i % count];
		seen.count += 2;
		look(&seen);
	}
	return seen.sum + seen.count;
}
