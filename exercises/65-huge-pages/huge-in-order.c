#include "cyclelab.h"
#include <sys/mman.h>

/* One cache line. */
struct line {
	struct line *next;
	uint64_t number, padding[6];
};

enum { huge_page = 2 << 20 };

static struct line *lines;

/* Memory in pages of 2 MiB, if the system has them free: the advice is a wish. A huge page begins at a multiple of its size. */
static struct line *pages(uint64_t bytes) {
	uint8_t *const start = mmap(NULL, bytes + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED) __builtin_trap();
	uint8_t *const aligned = start + (huge_page - (uintptr_t)start % huge_page) % huge_page;
	madvise(aligned, bytes, MADV_HUGEPAGE);
	return (struct line *)(void *)aligned;
}

static uint64_t count, position;

void setup(uint64_t seed) {
	(void)seed;
	const uint64_t bytes = cyclelab_parameter("size", 1 << 20);
	count = bytes / sizeof(struct line);
	lines = pages(bytes);
	for (uint64_t i = 0; i < count; i++) lines[i].number = i;
}

/* One line after another, from the first to the last and again. The size is a power of two. */
uint64_t kernel(uint64_t iterations) {
	const struct line *const first = lines;
	const uint64_t mask = count - 1, from = position;
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) sum += first[(from + i) & mask].number;
	position = from + iterations;
	return sum;
}
