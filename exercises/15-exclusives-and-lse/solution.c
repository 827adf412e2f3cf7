#include "cyclelab.h"
#include <stdatomic.h>

static _Atomic int32_t v;

/* Looks first, and swaps only if the value would change. A look needs no line of its own and waits for no store. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		if (atomic_load(&v) != 1) (void)atomic_exchange(&v, 1);
	}
	return (uint64_t)v;
}
