#include "cyclelab.h"

static uint64_t word;
static uint64_t product = 1;

/* The compiler must not multiply by a power of the factor instead. */
#define MULTIPLY(x) x *= 0x5851f42d4c957f2du; __asm__ volatile("" : "+r"(x))

/* An exchange, and four multiplications that need nothing from it. Is the time the sum or the longer of both? */
uint64_t kernel(uint64_t iterations) {
	uint64_t at = product;
	for (uint64_t i = 0; i < iterations; i++) {
		__atomic_exchange_n(&word, i, __ATOMIC_SEQ_CST);
		MULTIPLY(at);
		MULTIPLY(at);
		MULTIPLY(at);
		MULTIPLY(at);
	}
	product = at;
	return at;
}
