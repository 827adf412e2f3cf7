#include "cyclelab.h"

static uint64_t factor;

/* A multiplication and an addition, each waiting for the one before. */
static inline uint64_t step(uint64_t x) {
	return x * factor + 1;
}

static inline uint64_t eight(uint64_t x) {
	return step(step(step(step(step(step(step(step(x))))))));
}

static inline uint64_t work(uint64_t x) {
	return eight(eight(eight(eight(x))));
}

void setup(uint64_t seed) {
	factor = seed * 8 + 5;
}

/* The work of the other loops, and no load. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) x = work(x);
	return x;
}
