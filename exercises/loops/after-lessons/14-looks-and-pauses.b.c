#include "cyclelab.h"

#if defined(__x86_64__)
#define PAUSE __asm__ volatile("pause")
#else
#define PAUSE __asm__ volatile("yield")
#endif

/* A word that another thread might change. */
static volatile uint64_t word = 1;

/* Eight looks, and a PAUSE after the last of them. */
uint64_t kernel(uint64_t iterations) {
	uint64_t seen = 0;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		seen += word;
		seen += word;
		seen += word;
		seen += word;
		seen += word;
		seen += word;
		seen += word;
		seen += word;
		PAUSE;
	}
	return seen;
}
