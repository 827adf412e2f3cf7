#include "cyclelab.h"
#include <stdatomic.h>

/* Not static: a compiler would see that nobody writes to it, and leave the load out. */
_Atomic int32_t v;

/* The document's Load. Nothing needs what it reads, and an atomic load is made all the same. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		(void)atomic_load(&v);
	}
	return (uint64_t)v;
}
