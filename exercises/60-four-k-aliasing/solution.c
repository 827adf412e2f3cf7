#include "cyclelab.h"
#include <sys/mman.h>

enum { LENGTH = 16 * 1024, BLOCK = 32, HUGE_PAGE = 2 << 20 };

/* 32 bytes at any address: one register where vectors are so wide (AVX2), two elsewhere. */
typedef uint64_t __attribute__((vector_size(BLOCK), aligned(1), may_alias)) block;

static uint8_t *data;
static uint64_t distance = 24 * 1024;

/*
 * Within one page of 2 MB, if the system gives one: some cores compare more than the place within 4 KB, and where ordinary
 * pages lie in memory is chance.
 */
static uint8_t *room(void) {
	uint8_t *start = mmap(NULL, 2 * HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED) __builtin_trap();
	start += -(uintptr_t)start % HUGE_PAGE;
	madvise(start, HUGE_PAGE, MADV_HUGEPAGE);
	return start;
}

void setup(uint64_t seed) {
	data = room();
	distance = cyclelab_parameter("distance", distance);
	for (uint64_t i = 0; i < LENGTH; i++) data[i] = (uint8_t)((i + seed) * 0x9e3779b97f4a7c15 >> 56);
}

/* Four loads before four stores: a store has none of these loads behind it. */
static inline void moveFour(uint8_t *to, const uint8_t *from) {
	const block *in = (const block *)from;
	block *out = (block *)to;
	const block first = in[0], second = in[1], third = in[2], fourth = in[3];
	__asm__ volatile("" : : : "memory");
	out[0] = first;
	out[1] = second;
	out[2] = third;
	out[3] = fourth;
	__asm__ volatile("" : : : "memory");
}

/*
 * Four blocks at the very start and four at the very end, wherever they are; between them all stores are aligned. None of
 * those crosses a line, and none shares its place within 4 KB with a block that is still to be loaded.
 */
static inline void copy(uint8_t *to, const uint8_t *from) {
	moveFour(to, from);
	for (uint64_t i = 4 * BLOCK - (uintptr_t)to % BLOCK; i + 4 * BLOCK <= LENGTH; i += 4 * BLOCK)
		moveFour(to + i, from + i);
	moveFour(to + LENGTH - 4 * BLOCK, from + LENGTH - 4 * BLOCK);
}

uint64_t kernel(uint64_t iterations) {
	uint8_t *const from = data, *const to = data + distance;
	for (uint64_t i = 0; i < iterations; i++) copy(to, from);
	uint64_t sum = 0;
	for (uint64_t i = 0; i < LENGTH; i++) sum = sum * 31 + to[i];
	return sum;
}
