#include "cyclelab.h"

/* The instruction that does nothing. PAUSE is the same byte with a prefix before it. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		__asm__ volatile("nop");
	}
	return iterations;
}
