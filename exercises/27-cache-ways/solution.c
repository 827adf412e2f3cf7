#include "cyclelab.h"
#include <sys/mman.h>

struct line {
	uint64_t number;
	struct line *next;
	/* Four hops further on. */
	struct line *ahead;
};

enum { most = 64, stride = 4096 };

static char *first;
static struct line *here;

/* One line at the beginning of each page: on nearly every x86 core, all of them belong to one set of L1. */
static struct line *line(uint64_t number) {
	return (struct line *)(first + number * stride);
}

/* Links the lines into one cycle in random order (Sattolo's shuffle), so that no prefetcher finds a pattern in it. */
void setup(uint64_t seed) {
	const uint64_t lines = cyclelab_parameter("lines", 20);
	uint64_t next[most], random = seed | 1;
	if (lines > most) __builtin_trap();
	first = mmap(NULL, most * stride, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (first == MAP_FAILED) __builtin_trap();
	for (uint64_t i = 0; i < lines; i++) next[i] = i;
	for (uint64_t i = lines - 1; i > 0; i--) {
		random = random * 6364136223846793005u + 1442695040888963407u;
		const uint64_t j = (random >> 32) * i >> 32, swapped = next[i];
		next[i] = next[j];
		next[j] = swapped;
	}
	for (uint64_t i = 0; i < lines; i++) {
		uint64_t ahead = i;
		for (int hops = 0; hops < 4; hops++) ahead = next[ahead];
		*line(i) = (struct line){i, line(next[i]), line(ahead)};
	}
	here = line(0);
}

/* From line to line as before. The line four hops further on is on its way to L1 meanwhile. */
uint64_t kernel(uint64_t iterations) {
	struct line *at = here;
	for (uint64_t i = 0; i < iterations; i++) {
		__builtin_prefetch(at->ahead);
		at = at->next;
	}
	here = at;
	return at->number;
}
