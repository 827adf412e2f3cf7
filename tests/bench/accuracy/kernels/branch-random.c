#include "cyclelab.h"

/* A branch taken at random with probability 1/2, which no predictor predicts. */
uint64_t kernel(uint64_t iterations) {
	static uint64_t random = 88172645463325252u;
	uint64_t x = random, taken = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		if (x & 0x10000) __asm__ volatile("add $1, %0" : "+r"(taken));
	}
	random = x;
	return taken;
}
