#include "cyclelab.h"
#include <stdatomic.h>

static _Atomic int32_t v;

/* Release order: earlier accesses stay before this store. It does not wait until other cores see the value. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		atomic_store_explicit(&v, 1, memory_order_release);
	}
	return (uint64_t)v;
}
