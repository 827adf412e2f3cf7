#include "cyclelab.h"
#include <sys/mman.h>

enum { count = 32 * 64, huge_page = 2 << 20 };

struct line {
	struct line *next;
	uint64_t number, padding[6];
};

static struct line *lines, *here;

/* 128 KiB, in pages of 4 KiB. Goes through all lines in random order (Sattolo's shuffle). */
void setup(uint64_t seed) {
	uint8_t *const start = mmap(NULL, 2 * huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED) __builtin_trap();
	uint8_t *const aligned = start + (huge_page - (uintptr_t)start % huge_page) % huge_page;
	madvise(aligned, huge_page, MADV_NOHUGEPAGE);
	lines = here = (struct line *)(void *)aligned;
	for (uint64_t i = 0; i < count; i++) lines[i].next = &lines[i];
	for (uint64_t i = count - 1, drawn = seed | 1; i > 0; i--) {
		drawn = drawn * 6364136223846793005u + 1442695040888963407u;
		const uint64_t j = (drawn >> 32) * i >> 32;
		struct line *const other = lines[j].next;
		lines[j].next = lines[i].next;
		lines[i].next = other;
	}
}

/* Goes from line to line. */
uint64_t kernel(uint64_t iterations) {
	struct line *at = here;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) at = at->next;
	here = at;
	return at - lines;
}
