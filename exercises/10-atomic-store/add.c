#include "cyclelab.h"
#include <stdatomic.h>

static _Atomic int32_t v;

/* The stored value is computed, but from the loop's counter: no iteration needs a result of the previous iteration. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		atomic_store(&v, (int32_t)i + 1);
	}
	return (uint64_t)v;
}
