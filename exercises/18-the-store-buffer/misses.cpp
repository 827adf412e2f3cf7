#include "cyclelab.h"

enum { count = 524288 };

/* One cache line each, 32 MiB in all: more than an L2 has. Volatile: each store is executed. */
static struct line {
	volatile uint64_t value;
	uint64_t padding[7];
} far_lines[count];

static uint64_t drawn = 1;

/* Writes each line once, so that no page is new to the loop. */
void setup(uint64_t seed) {
	drawn = seed | 1;
	for (uint64_t i = 0; i < count; i++) far_lines[i].value = i;
}

/* The next number of a generator: its upper 19 bits choose a line at random. */
static inline uint64_t draw(uint64_t x) {
	return x * 6364136223846793005u + 1442695040888963407u;
}

/* One store to a line at random, which is in no cache near the core. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = drawn;
	for (uint64_t i = 0; i < iterations; i++) {
		x = draw(x);
		far_lines[x >> 45].value = i;
	}
	drawn = x;
	return x;
}
