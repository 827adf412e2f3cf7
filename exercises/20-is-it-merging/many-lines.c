#include "cyclelab.h"
#include <stdatomic.h>

/*
 * A cache line, 64 bytes, holds 16 of these. Not static: a compiler would see which ones are never read, and leave out
 * the stores to them.
 */
_Atomic int32_t v[64 * 16] __attribute__((aligned(64)));

/* The same number of stores as in `weak-store`, in turn to 64 cache lines. No two neighbours can become one. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		atomic_store_explicit(&v[i % 64 * 16], 1, memory_order_release);
	}
	return (uint64_t)v[0];
}
