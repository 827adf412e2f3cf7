#include "cyclelab.h"

enum { count = 1024 };

static const uint64_t factor = 0x9e3779b97f4a7c15;
static uint64_t values[count];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) values[i] = seed + i * 7;
}

/* Each product needs the previous sum, and the sum needs that product. */
uint64_t kernel(uint64_t iterations) {
	uint64_t hash = 0;
	for (uint64_t i = 0; i < iterations; i++) hash = hash * factor + values[i % count];
	return hash;
}
