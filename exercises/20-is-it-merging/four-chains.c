#include "cyclelab.h"
#include <stdatomic.h>

/* 16 bits wide, since several cores hand 32 and 64 bits from store to load in a register, and leave memory out of it. */
static _Atomic uint16_t v[8 * 32] __attribute__((aligned(64)));

/* The empty assembly keeps compilers from making one instruction of all three, which some cores do another way. */
#define INCREMENT(j) \
	do { \
		uint16_t next = atomic_load_explicit(&v[(j) * 32], memory_order_relaxed) + 1; \
		__asm__("" : "+r"(next)); \
		atomic_store_explicit(&v[(j) * 32], next, memory_order_release); \
	} while (0)

/* Four counters, in four cache lines. They have nothing to do with each other. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		INCREMENT(0);
		INCREMENT(1);
		INCREMENT(2);
		INCREMENT(3);
	}
	return v[0];
}
