#include "cyclelab.h"

enum { count = 16384, values = 256 };

static uint8_t data[count];
static uint32_t table[values];
static uint64_t at = 0;

/* The same byte everywhere. */
void setup(uint64_t seed) {
	for (int i = 0; i < count; i++) data[i] = (uint8_t)seed;
}

/* The counts in a single number. */
static uint64_t summary(void) {
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
