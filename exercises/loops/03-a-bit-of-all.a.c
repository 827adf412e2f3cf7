#include "cyclelab.h"

enum { count = 512 };

static uint64_t from[count], to[count], ones = 1;

void setup(uint64_t seed) {
	ones = seed | 1;
	for (uint64_t i = 0; i < count; i++) from[i] = seed + i;
}

/* Of everything a little: two loads, a store, and arithmetic that is no chain. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t bits = ones;
	uint64_t a = 0, b = 0, c = 0;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		const uint64_t at = i % count;
		to[at] = from[at] ^ bits;
		a += at, b ^= i, c += bits;
		__asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c));
	}
	return a + b + c + to[iterations % count];
}
