#include "cyclelab.h"
#include <stdatomic.h>

/* 16 bits wide, since several cores hand 32 and 64 bits from store to load in a register, and leave memory out of it. */
static _Atomic uint16_t v;

/* One counter in memory: the document's Inc. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		uint16_t next = atomic_load_explicit(&v, memory_order_relaxed) + 1;
		/* The empty assembly keeps compilers from making one instruction of all three, which some cores do another way. */
		__asm__("" : "+r"(next));
		atomic_store_explicit(&v, next, memory_order_release);
	}
	return v;
}
