#include "cyclelab.h"

enum { near_count = 64 };

/* 512 bytes that stay in L1. Volatile: each access is executed. */
static volatile uint64_t near_by[near_count];

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

/* Sixty-four stores to L1. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) store_near(i);
	return sum_near();
}
