#include "cyclelab.h"

enum { count = 32, asked = 1024 };

static int32_t sorted[count], keys[asked];

void setup(uint64_t seed) {
	for (int32_t i = 0; i < count; i++) sorted[i] = i * 64;
	for (uint64_t i = 0; i < asked; i++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		keys[i] = (int32_t)(seed >> 53);
	}
}

/* Compares the key with all numbers of the table, to find how many are below it. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		int32_t key = keys[i % asked];
		uint32_t below = 0;
#pragma clang loop vectorize(enable)
		for (uint64_t at = 0; at < count; at++) below += sorted[at] < key;
		sum += below;
	}
	return sum;
}
