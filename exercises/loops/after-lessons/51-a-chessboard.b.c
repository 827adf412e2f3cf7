#include "cyclelab.h"

enum { count = 1 << 16, values = 8 };

static uint8_t pixels[count];
static uint32_t counts[256];
static uint64_t at;

/* Eight values, one after another. */
void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) pixels[i] = (uint8_t)((seed + i) % values);
}

/* Counts how often each value occurs. */
uint64_t kernel(uint64_t iterations) {
	uint64_t next = at;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		counts[pixels[next]]++;
		next = (next + 1) % count;
	}
	at = next;
	return counts[0];
}
