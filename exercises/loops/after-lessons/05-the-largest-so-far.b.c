#include "cyclelab.h"

enum { count = 1 << 20 };

static uint64_t values[count], at;

/* A million random numbers, 8 MiB. */
void setup(uint64_t seed) {
	uint64_t x = seed | 1;
	for (uint64_t i = 0; i < count; i++) values[i] = x = x * 6364136223846793005u + 1442695040888963407u;
}

/* The largest number so far. A conditional move decides. */
uint64_t kernel(uint64_t iterations) {
	uint64_t largest = 0, next = at;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		const uint64_t value = values[next];
		next = (next + 1) % count;
		__asm__("cmp %1, %0\n\tcmovb %1, %0" : "+r"(largest) : "r"(value) : "cc");
	}
	at = next;
	return largest;
}
