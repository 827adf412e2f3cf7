#include "cyclelab.h"

#if defined(__x86_64__)
#define PAUSE __asm__ volatile("pause")
#else
#define PAUSE __asm__ volatile("yield")
#endif

/* A word that another thread might change. */
static volatile uint64_t word = 1;

/* Four looks, and a PAUSE after each of them. */
uint64_t kernel(uint64_t iterations) {
	uint64_t seen = 0;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		seen += word;
		PAUSE;
		seen += word;
		PAUSE;
		seen += word;
		PAUSE;
		seen += word;
		PAUSE;
	}
	return seen;
}
