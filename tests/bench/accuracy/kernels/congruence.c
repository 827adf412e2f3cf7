#include "cyclelab.h"

/* A linear congruential generator; the empty assembly keeps a compiler from doing several steps at once. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		__asm__ volatile("" : "+r"(x));
	}
	return x;
}
