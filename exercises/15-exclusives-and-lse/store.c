#include "cyclelab.h"
#include <stdatomic.h>

static _Atomic int32_t v;

/* The order C gives unless one asks for less, and the only one Go has: sequentially consistent. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		atomic_store(&v, 1);
	}
	return (uint64_t)v;
}
