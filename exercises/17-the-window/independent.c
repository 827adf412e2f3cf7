#include "cyclelab.h"

/* One cache line. 524,288 lines are 32 MiB: more than an L2 has. */
struct line {
	struct line *next;
	uint64_t value, padding[6];
};

enum { count = 524288 };

static struct line lines[count];
static uint64_t drawn = 1;

void setup(uint64_t seed) {
	drawn = seed | 1;
	for (uint64_t i = 0; i < count; i++) lines[i].value = i;
}

/* The next address comes from a generator: no load waits for a load. The upper 19 bits choose the line. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = drawn, sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		sum += lines[x >> 45].value;
	}
	drawn = x;
	return sum;
}
