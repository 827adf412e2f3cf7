#include "cyclelab.h"
#include <stdatomic.h>

/* 16 bits wide, since several cores hand 32 and 64 bits from store to load in a register, and leave memory out of it. */
static _Atomic uint16_t v;

/* The same load and the same store, but what is stored comes from the counter. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		sum += atomic_load_explicit(&v, memory_order_relaxed);
		atomic_store_explicit(&v, (uint16_t)i, memory_order_release);
	}
	return sum;
}
