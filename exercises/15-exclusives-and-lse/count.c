#include "cyclelab.h"
#include <stdatomic.h>

static _Atomic int32_t v;

/* Inc in one step: between the load and the store no other core can come. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		atomic_fetch_add(&v, 1);
	}
	return (uint64_t)v;
}
