#include "cyclelab.h"

struct line {
	struct line *next;
	uint64_t words[7];
};

enum { count = 4096 };

static struct line lines[count] __attribute__((aligned(64)));
static uint32_t order[count];
static const struct line *from;

/* One circle through all lines, in random order. */
void setup(uint64_t seed) {
	uint64_t x = seed | 1;
	for (uint32_t i = 0; i < count; i++) {
		order[i] = i;
		for (int w = 0; w < 7; w++) lines[i].words[w] = seed + i;
	}
	for (uint32_t i = count - 1; i > 0; i--) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		const uint32_t other = (uint32_t)((x >> 33) % (i + 1)), own = order[i];
		order[i] = order[other], order[other] = own;
	}
	for (uint32_t i = 0; i < count; i++) lines[order[i]].next = &lines[order[(i + 1) % count]];
	from = lines;
}

/* Adds up one word of each line, from one line to the next of a circle. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	const struct line *p = from;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		sum += p->words[0], p = p->next;
	}
	from = p;
	return sum;
}
