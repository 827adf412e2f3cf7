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

static inline void store_eight(uint64_t at, uint64_t value) {
	volatile uint64_t *const first = near_by + at;
	first[0] = value; first[1] = value; first[2] = value; first[3] = value;
	first[4] = value; first[5] = value; first[6] = value; first[7] = value;
}

/* Sixty-four stores, and all of them hit L1. */
static inline void store_near(uint64_t value) {
	store_eight(0, value), store_eight(8, value), store_eight(16, value), store_eight(24, value);
	store_eight(32, value), store_eight(40, value), store_eight(48, value), store_eight(56, value);
}

static uint64_t sum_near(void) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < near_count; i++) sum = sum * 31 + near_by[i];
	return sum;
}

/* The next number of a generator: its upper 19 bits choose a line at random. */
static inline uint64_t draw(uint64_t x) {
	return x * 6364136223846793005u + 1442695040888963407u;
}

/* The stores of 64 turns that miss, one after another, and then the stores of these turns to L1. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = drawn;
	for (uint64_t from = 0; from < iterations; from += 64) {
		const uint64_t to = from + 64 < iterations ? from + 64 : iterations;
		for (uint64_t i = from; i < to; i++) {
			x = draw(x);
			far_lines[x >> 45].value = i;
		}
		for (uint64_t i = from; i < to; i++) store_near(i);
	}
	drawn = x;
	return x + sum_near();
}
