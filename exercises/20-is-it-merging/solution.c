#include "cyclelab.h"
#include <stdatomic.h>

/* Sixteen counters, taken in turn. Each is asked for again when its last value has long come back. */
static _Atomic uint16_t v[16 * 32] __attribute__((aligned(64)));

uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		_Atomic uint16_t *const at = &v[i % 16 * 32];
		uint16_t next = atomic_load_explicit(at, memory_order_relaxed) + 1;
		__asm__("" : "+r"(next));
		atomic_store_explicit(at, next, memory_order_release);
	}
	uint16_t sum = 0;
	for (int j = 0; j < 16; j++) sum += v[j * 32];
	return sum;
}
