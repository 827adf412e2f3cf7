#include "cyclelab.h"

/* Loads and stores behind it wait for those before it. */
#if defined(__x86_64__)
#define FENCE "mfence"
#else
#define FENCE "dmb ish"
#endif

static uint64_t product = 1;

/* The compiler must not multiply by a power of the factor instead. */
#define MULTIPLY(x) x *= 0x5851f42d4c957f2du; __asm__ volatile("" : "+r"(x))
#define FOUR(x) x x x x
#define SIXTEEN(x) FOUR(FOUR(x))

/* A full fence, and sixteen multiplications that need nothing from it. */
uint64_t kernel(uint64_t iterations) {
	uint64_t at = product;
	for (uint64_t i = 0; i < iterations; i++) {
		__asm__ volatile(FENCE ::: "memory");
		SIXTEEN(MULTIPLY(at);)
	}
	product = at;
	return at;
}
