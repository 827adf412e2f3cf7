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

/* Load and store in this order, and no call of memcpy: the compiler must not see through it. */
static inline void move(uint8_t *to, const uint8_t *from) {
	*(block *)to = *(const block *)from;
	__asm__ volatile("" : : : "memory");
}

static inline void moveFour(uint8_t *to, const uint8_t *from) {
	move(to + 3 * BLOCK, from + 3 * BLOCK);
	move(to + 2 * BLOCK, from + 2 * BLOCK);
	move(to + BLOCK, from + BLOCK);
	move(to, from);
}

/*
 * 16 KB to an address `distance` above, from back to front: a load lies below all stores before it, also within 4 KB. All stores
 * but the first and the last are aligned, so that they cross no line.
 */
static inline void copy(uint8_t *to, const uint8_t *from) {
	const uint64_t head = -(uintptr_t)to % BLOCK;
	uint64_t end = head + (LENGTH - head) / BLOCK * BLOCK;
	move(to + LENGTH - BLOCK, from + LENGTH - BLOCK);
	for (; (end - head) % (4 * BLOCK) > 0; end -= BLOCK) move(to + end - BLOCK, from + end - BLOCK);
	for (; end > head; end -= 4 * BLOCK) moveFour(to + end - 4 * BLOCK, from + end - 4 * BLOCK);
	move(to, from);
}

uint64_t kernel(uint64_t iterations) {
	uint8_t *const from = data, *const to = data + distance;
	for (uint64_t i = 0; i < iterations; i++) copy(to, from);
	uint64_t sum = 0;
	for (uint64_t i = 0; i < LENGTH; i++) sum = sum * 31 + to[i];
	return sum;
}
