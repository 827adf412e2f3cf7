#include "cyclelab.h"
#include <stdatomic.h>

/*
 * A cache line, 64 bytes, holds 16 of these. Not static: a compiler would see which ones are never read, and leave out
 * the stores to them.
 */
_Atomic int32_t v[64 * 16] __attribute__((aligned(64)));

/* Four stores in each turn, all into one cache line. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		atomic_store_explicit(&v[0], (int32_t)i, memory_order_release);
		atomic_store_explicit(&v[1], (int32_t)i, memory_order_release);
		atomic_store_explicit(&v[2], (int32_t)i, memory_order_release);
		atomic_store_explicit(&v[3], (int32_t)i, memory_order_release);
	}
	return (uint64_t)v[0];
}
