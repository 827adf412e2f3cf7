#include "cyclelab.h"
#include <stdatomic.h>

static _Atomic int32_t v;

/* StoreLoad with release and acquire. The store does not depend on the load here either. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		atomic_store_explicit(&v, 1, memory_order_release);
		(void)atomic_load_explicit(&v, memory_order_acquire);
	}
	return (uint64_t)v;
}
