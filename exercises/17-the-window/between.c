#include "cyclelab.h"

/* One cache line. 524,288 lines are 32 MiB: more than an L2 has. */
struct line {
	struct line *next;
	uint64_t value, padding[6];
};

enum { count = 524288 };

static struct line lines[count];
static struct line *here = lines;
static uint64_t zero;
static uint64_t factor;

/* A multiplication and an addition, each waiting for the one before. */
static inline uint64_t step(uint64_t x) {
	return x * factor + 1;
}

static inline uint64_t eight(uint64_t x) {
	return step(step(step(step(step(step(step(step(x))))))));
}

static inline uint64_t work(uint64_t x) {
	return eight(eight(eight(eight(x))));
}

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
	factor = seed * 8 + 5;
	zero = (uint64_t)(lines[0].value != 0);
}

/* The work begins with the loaded value, and the next address waits for its result. `zero` is 0, which no compiler knows. */
uint64_t kernel(uint64_t iterations) {
	const struct line *at = here;
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		const uint64_t x = work(at->value);
		sum += x;
		at = at->next + (x & zero);
	}
	here = (struct line *)at;
	return sum;
}
