#include "cyclelab.h"

enum { count = 1024, places = 32768 };

static uint32_t keys[count];
static uint64_t table[places];

/* Keys at random, and a table of 256 KiB. L2 holds it. */
void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		keys[i] = (uint32_t)(seed >> 49);
	}
	for (uint64_t i = 0; i < places; i++) table[i] = seed + i;
}

/* Looks up four numbers at a time: first all keys, then all numbers. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i + 4 <= iterations; i += 4) {
		uint32_t first = keys[i % count], second = keys[(i + 1) % count], third = keys[(i + 2) % count], fourth = keys[(i + 3) % count];
		sum += table[first];
		sum += table[second];
		sum += table[third];
		sum += table[fourth];
	}
	return sum;
}
