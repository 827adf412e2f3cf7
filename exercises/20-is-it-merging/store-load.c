#include "cyclelab.h"
#include <stdatomic.h>

static _Atomic int32_t v;

/* The document's StoreLoad. The store does not depend on the load. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		atomic_store(&v, 1);
		(void)atomic_load(&v);
	}
	return (uint64_t)v;
}
