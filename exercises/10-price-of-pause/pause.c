#include "cyclelab.h"

/* The hint of a waiting loop to the core. On arm64 it is YIELD, which the manual allows to do nothing at all. */
#if defined(__x86_64__)
#define PAUSE "pause"
#else
#define PAUSE "yield"
#endif

uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		__asm__ volatile(PAUSE);
	}
	return iterations;
}
