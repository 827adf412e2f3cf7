#include "cyclelab.h"

struct line {
	struct line *next;
	uint64_t value, padding[6];
};

enum { count = 4096 };

static struct line lines[count];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) lines[i].value = seed + i;
}

/* Adds up a number of each line of 256 KiB, in order. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) sum += lines[i % count].value;
	return sum;
}
