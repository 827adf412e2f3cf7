#include "cyclelab.h"

enum { count = 524288, near_count = 64 };

/* One cache line each, 32 MiB in all: more than an L2 has. Volatile: each store is executed. */
static struct line {
	volatile uint64_t value;
	uint64_t padding[7];
} far_lines[count];

/* 512 bytes that stay in L1. Volatile: each access is executed. */
static volatile uint64_t near_by[near_count];
static uint64_t drawn = 1;

/* Writes each line once, so that no page is new to the loop. */
void setup(uint64_t seed) {
	drawn = seed | 1;
	for (uint64_t i = 0; i < count; i++) far_lines[i].value = i;
}

static inline void load_eight(uint64_t at) {
	const volatile uint64_t *const first = near_by + at;
	(void)first[0]; (void)first[1]; (void)first[2]; (void)first[3];
	(void)first[4]; (void)first[5]; (void)first[6]; (void)first[7];
}

/* Sixty-four loads, and all of them hit L1. Nothing needs their values. */
static inline void load_near(void) {
	load_eight(0), load_eight(8), load_eight(16), load_eight(24);
	load_eight(32), load_eight(40), load_eight(48), load_eight(56);
}

/* The next number of a generator: its upper 19 bits choose a line at random. */
static inline uint64_t draw(uint64_t x) {
	return x * 6364136223846793005u + 1442695040888963407u;
}

/* One store that misses, then sixty-four loads from L1. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = drawn;
	for (uint64_t i = 0; i < iterations; i++) {
		x = draw(x);
		far_lines[x >> 45].value = i;
		load_near();
	}
	drawn = x;
	return x;
}
