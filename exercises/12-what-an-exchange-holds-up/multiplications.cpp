#include "cyclelab.h"

static uint64_t product = 1;

/* The compiler must not multiply by a power of the factor instead. */
#define MULTIPLY(x) x *= 0x5851f42d4c957f2du; __asm__ volatile("" : "+r"(x))

/* Four multiplications in a chain, and nothing else. They need no memory. */
uint64_t kernel(uint64_t iterations) {
	uint64_t at = product;
	for (uint64_t i = 0; i < iterations; i++) {
		MULTIPLY(at);
		MULTIPLY(at);
		MULTIPLY(at);
		MULTIPLY(at);
	}
	product = at;
	return at;
}
