#include "cyclelab.h"
#include <stdatomic.h>

static _Atomic int32_t v;

/* Volatile, so that no compiler knows where it points. */
static _Atomic int32_t *volatile place = &v;

/* The same load and the same store as in `release-inc`. Only their address comes from a register. */
uint64_t kernel(uint64_t iterations) {
	_Atomic int32_t *const at = place;
	for (uint64_t i = 0; i < iterations; i++) {
		atomic_store_explicit(at, atomic_load_explicit(at, memory_order_relaxed) + 1, memory_order_release);
	}
	return (uint64_t)v;
}
