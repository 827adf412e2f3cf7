#include "cyclelab.h"

enum { count = 16384, values = 256 };

static uint8_t data[count];
static uint32_t table[values];
static uint64_t at = 0;

/* Black or white, 0 or 255, at random. */
void setup(uint64_t seed) {
	uint64_t state = seed | 1;
	for (int i = 0; i < count; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		data[i] = state >> 32 & 1 ? 255 : 0;
	}
}

/* The counts in a single number. */
static uint64_t summary() {
	uint64_t sum = 0;
	for (int i = 0; i < values; i++) sum = sum * 31 + table[i];
	return sum;
}

/* Load the byte's count, add 1, store it. */
uint64_t kernel(uint64_t iterations) {
	uint64_t from = at;
	for (uint64_t i = 0; i < iterations; i++) table[data[from++ % count]]++;
	at = from;
	return summary();
}
