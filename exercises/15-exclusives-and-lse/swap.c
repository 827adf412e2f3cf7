#include "cyclelab.h"
#include <stdatomic.h>

static _Atomic int32_t v;

/* As in `store`, and what was there before is handed back, which takes reading and writing in one step. Nobody looks at it. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		(void)atomic_exchange(&v, 1);
	}
	return (uint64_t)v;
}
