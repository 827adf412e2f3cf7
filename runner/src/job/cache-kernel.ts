/** The kernel with which a runner finds out how far its caches reach. Portable C on Linux. */
import type { OwnSource } from './own-kernels.ts';

/** Name of the parameter for the size of the memory it walks through, bytes. */
export const workingSet = 'working-set';

/** C: memory of any size that begins with a huge page, if the system gives one. Needs sys/mman.h. */
export const hugePages = `static void *aligned(uint64_t bytes) {
	const uint64_t huge = 2 << 20, whole = (bytes + huge - 1) / huge * huge + huge;
	char *start = mmap(NULL, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED) __builtin_trap();
	start += -(uint64_t)start % huge;
	madvise(start, whole - huge, MADV_HUGEPAGE);
	return start;
}
`;

/**
 * In huge pages where the system gives them: with small ones, translations that run out look like a cache that ends, and
 * pages that happen to share sets make a second cache smaller than it is.
 */
export const cacheKernel: OwnSource = {
	kind: 'chase',
	source: `#include "cyclelab.h"
#include <sys/mman.h>

struct line {
	struct line *next;
	char padding[56];
};
static struct line *lines, *here;

${hugePages}
/* All lines in one random cycle (Sattolo), in place: what the caches hold afterwards is as random as the way. */
void setup(uint64_t seed) {
	const uint64_t count = cyclelab_parameter("${workingSet}", 4096) / sizeof *lines;
	lines = aligned(count * sizeof *lines);
	for (uint64_t i = 0; i < count; i++) lines[i].next = &lines[i];
	for (uint64_t i = count - 1; i > 0; i--) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		const uint64_t j = (seed >> 32) * i >> 32;
		struct line *const other = lines[j].next;
		lines[j].next = lines[i].next;
		lines[i].next = other;
	}
	here = lines;
}

/* Every load needs the previous load's value. A call goes on where the last one stopped. */
uint64_t kernel(uint64_t iterations) {
	struct line *at = here;
	for (uint64_t i = 0; i < iterations; i++) {
		at = at->next;
		__asm__ volatile("" : "+r"(at));
	}
	here = at;
	return (uint64_t)(at - lines);
}
`
};
