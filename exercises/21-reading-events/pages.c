#include "cyclelab.h"
#include <sys/mman.h>

/* Each line in a page of its own, and the lines in different sets of L1. */
enum { count = 128, distance = 4096 + 64 };

/* What a hop reads: where to go next, and the number that this line has. */
struct head {
	struct head *next;
	uint64_t number;
};

static struct head *here;

/* Pages of 4 KiB, whatever the system prefers. */
static uint8_t *pages(uint64_t bytes) {
	uint8_t *const start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED) __builtin_trap();
	madvise(start, bytes, MADV_NOHUGEPAGE);
	return start;
}

/* Joins all lines into one circle in random order (Sattolo's shuffle). */
void setup(uint64_t seed) {
	static uint32_t order[count];
	uint8_t *const memory = pages((uint64_t)count * distance);
	uint64_t drawn = seed | 1;
	for (uint32_t i = 0; i < count; i++) order[i] = i;
	for (uint64_t i = count - 1; i > 0; i--) {
		drawn = drawn * 6364136223846793005u + 1442695040888963407u;
		const uint64_t j = (drawn >> 32) * i >> 32;
		const uint32_t other = order[j];
		order[j] = order[i];
		order[i] = other;
	}
	for (uint64_t i = 0; i < count; i++) {
		struct head *const head = (struct head *)(void *)(memory + i * distance);
		head->next = (struct head *)(void *)(memory + order[i] * (uint64_t)distance);
		head->number = i;
	}
	here = (struct head *)(void *)memory;
}

/* Each load gives the address of the next line. */
uint64_t kernel(uint64_t iterations) {
	struct head *at = here;
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		at = at->next;
		sum += at->number;
	}
	here = at;
	return sum;
}
