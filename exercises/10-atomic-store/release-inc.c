#include "cyclelab.h"
#include <stdatomic.h>

static _Atomic int32_t v;

/* The stored value is computed from the value that the previous iteration stored. The load is an ordinary one, as in the document. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		atomic_store_explicit(&v, atomic_load_explicit(&v, memory_order_relaxed) + 1, memory_order_release);
	}
	return (uint64_t)v;
}
