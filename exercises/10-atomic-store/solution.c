#include "cyclelab.h"
#include <stdatomic.h>

static _Atomic int32_t v;

/* The sum is carried from iteration to iteration in a register. Memory is written every time, and read once. */
uint64_t kernel(uint64_t iterations) {
	int32_t sum = atomic_load_explicit(&v, memory_order_relaxed);
	for (uint64_t i = 0; i < iterations; i++) {
		sum++;
		atomic_store_explicit(&v, sum, memory_order_release);
	}
	return (uint64_t)v;
}
