#include "cyclelab.h"

/* Loads and stores behind it wait for those before it. */
#if defined(__x86_64__)
#define FENCE "mfence"
#else
#define FENCE "dmb ish"
#endif

/* A full fence and nothing else. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		__asm__ volatile(FENCE ::: "memory");
	}
	return iterations;
}
