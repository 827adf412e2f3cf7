#include "cyclelab.h"

/* FENCE lets nothing after it begin before everything before it is done. */
#if defined(__x86_64__)
#define PAUSE "pause"
#define FENCE "lfence"
#else
#define PAUSE "yield"
#define FENCE "isb"
#endif

static uint64_t sum, step;

void setup(uint64_t seed) { step = seed | 1; }

#define FIVE(x) x x x x x
#define SIX(x) x FIVE(x)

/* A PAUSE, and 150 additions after it that do not need anything from it. Could they be done while the core pauses? */
uint64_t kernel(uint64_t iterations) {
	uint64_t at = sum;
	const uint64_t by = step;
	for (uint64_t i = 0; i < iterations; i++) {
		__asm__ volatile(FENCE);
		__asm__ volatile(PAUSE);
		SIX(FIVE(FIVE(at += by; __asm__ volatile("" : "+r"(at));)))
	}
	sum = at;
	return at;
}
