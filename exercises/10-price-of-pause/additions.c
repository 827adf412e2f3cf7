#include "cyclelab.h"

/* FENCE lets nothing after it begin before everything before it is done. */
#if defined(__x86_64__)
#define FENCE "lfence"
#else
#define FENCE "isb"
#endif

static uint64_t sum, step;

void setup(uint64_t seed) { step = seed | 1; }

#define FIVE(x) x x x x x
#define SIX(x) x FIVE(x)

/* The fence and the 150 additions of `beside`, without its PAUSE. */
uint64_t kernel(uint64_t iterations) {
	uint64_t at = sum;
	const uint64_t by = step;
	for (uint64_t i = 0; i < iterations; i++) {
		__asm__ volatile(FENCE);
		SIX(FIVE(FIVE(at += by; __asm__ volatile("" : "+r"(at));)))
	}
	sum = at;
	return at;
}
