#include "cyclelab.h"
#include <stdatomic.h>

/* 16 bits wide, since several cores hand 32 and 64 bits from store to load in a register, and leave memory out of it. */
static _Atomic uint16_t v = 3;

/* As many loads and stores as in `one-chain`, but it takes two multiplications to make what is stored. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		const uint32_t last = atomic_load_explicit(&v, memory_order_relaxed);
		atomic_store_explicit(&v, (uint16_t)(last * last * last), memory_order_release);
	}
	return v;
}
