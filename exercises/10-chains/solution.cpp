#include "cyclelab.h"

enum { count = 1024 };

static const uint64_t factor = 0x9e3779b97f4a7c15;
static uint64_t values[count];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) values[i] = seed + i * 7;
}

/* Four elements in one step of the chain: the factor's fourth power is a constant, and the rest needs no earlier hash. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t second = factor * factor, third = second * factor, fourth = third * factor;
	uint64_t hash = 0, i = 0;
	for (; i + 4 <= iterations; i += 4) {
		const uint64_t *at = values + i % count;
		const uint64_t rest = (at[0] * third + at[1] * second) + (at[2] * factor + at[3]);
		hash = hash * fourth + rest;
	}
	for (; i < iterations; i++) hash = hash * factor + values[i % count];
	return hash;
}
