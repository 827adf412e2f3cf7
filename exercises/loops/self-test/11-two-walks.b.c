#include "cyclelab.h"

struct line {
	struct line *next;
	uint64_t value, padding[6];
};

enum { count = 524288 };

static struct line lines[count];
static uint32_t order[count];
static const struct line *at[2];

/* One circle through all lines, in random order. */
void setup(uint64_t seed) {
	uint64_t x = seed | 1;
	for (uint32_t i = 0; i < count; i++) order[i] = i;
	for (uint32_t i = count - 1; i > 0; i--) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		const uint32_t other = (uint32_t)((x >> 33) % (i + 1)), own = order[i];
		order[i] = order[other], order[other] = own;
	}
	for (uint32_t i = 0; i < count; i++) {
		lines[order[i]].next = &lines[order[(i + 1) % count]];
		lines[order[i]].value = i;
	}
	at[0] = &lines[order[0]], at[1] = &lines[order[count / 2]];
}

/* Two walks through the same circle of 32 MiB. They begin far from each other. */
uint64_t kernel(uint64_t iterations) {
	const struct line *p = at[0], *q = at[1];
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) p = p->next, q = q->next;
	at[0] = p, at[1] = q;
	return p->value + q->value;
}
