#include "cyclelab.h"

/* One cache line. 524,288 lines are 32 MiB: more than an L2 has. */
struct line {
	struct line *next;
	uint64_t value, padding[6];
};

enum { count = 524288 };

static struct line lines[count];
static uint32_t path[count];
static uint64_t here = 0;
static uint32_t order[count];

/* Joins all lines into one circle in random order (Sattolo's shuffle). */
void setup(uint64_t seed) {
	uint64_t drawn = seed | 1;
	for (uint32_t i = 0; i < count; i++) order[i] = i;
	for (uint32_t i = count - 1; i > 0; i--) {
		drawn = drawn * 6364136223846793005u + 1442695040888963407u;
		const uint32_t j = (uint32_t)((drawn >> 32) * i >> 32), other = order[j];
		order[j] = order[i];
		order[i] = other;
	}
	for (uint32_t i = 0; i < count; i++) {
		lines[i].next = &lines[order[i]];
		lines[i].value = i;
	}
	const struct line *at = lines;
	for (uint32_t i = 0; i < count; i++) {
		path[i] = (uint32_t)at->value;
		at = at->next;
	}
}

/* The numbers of the lines in the order of the circle, one after another: the core knows the next addresses early. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0, from = here;
	for (uint64_t i = 0; i < iterations; i++) sum += lines[path[from++ % count]].value;
	here = from;
	return sum;
}
