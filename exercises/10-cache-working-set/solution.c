#include "cyclelab.h"
#include <sys/mman.h>

/*
 * One cache line, and at its end where to go next. Not at its start: there clang sees no difference between `here` and a
 * line, and begins its loop with one hop too many.
 */
struct line {
	char padding[56];
	struct line *next;
};

static struct line *lines, *here[4];

static void *pages(uint64_t bytes) {
	void *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED) __builtin_trap();
	madvise(start, bytes, MADV_NOHUGEPAGE);
	return start;
}

/*
 * Joins so many lines into one cycle in random order (Sattolo's shuffle: an ordinary one gives several short ones). The
 * shuffle works on small indices, so that setting up 512 MB takes less than a second.
 */
static void cycle(struct line *first, uint64_t count, uint64_t *random) {
	uint32_t *order = pages(count * sizeof *order);
	for (uint64_t i = 0; i < count; i++) order[i] = (uint32_t)i;
	for (uint64_t i = count - 1; i > 0; i--) {
		*random = *random * 6364136223846793005u + 1442695040888963407u;
		const uint64_t j = (*random >> 32) * i >> 32;
		const uint32_t swapped = order[i];
		order[i] = order[j];
		order[j] = swapped;
	}
	for (uint64_t i = 0; i < count; i++) first[i].next = &first[order[i]];
	munmap(order, count * sizeof *order);
}

void setup(uint64_t seed) {
	const uint64_t count = cyclelab_parameter("working-set", 4096) / sizeof *lines;
	uint64_t random = seed | 1;
	lines = pages(count * sizeof *lines);
	for (int i = 0; i < 4; i++) {
		here[i] = &lines[count / 4 * i];
		cycle(here[i], count / 4, &random);
	}
}

/* Four alternating chases, each through its quarter of the lines. A load needs the result of the load four before it. */
uint64_t kernel(uint64_t iterations) {
	struct line *a = here[0], *b = here[1], *c = here[2], *d = here[3];
	uint64_t sum = 0, done = 0;
	for (; done + 4 <= iterations; done += 4) {
		a = a->next;
		b = b->next;
		c = c->next;
		d = d->next;
		sum += (uint64_t)(a - lines);
		sum += (uint64_t)(b - lines);
		sum += (uint64_t)(c - lines);
		sum += (uint64_t)(d - lines);
	}
	for (; done < iterations; done++) {
		a = a->next;
		sum += (uint64_t)(a - lines);
	}
	here[0] = a;
	here[1] = b;
	here[2] = c;
	here[3] = d;
	return sum;
}
