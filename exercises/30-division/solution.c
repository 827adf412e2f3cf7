#include "cyclelab.h"

enum { count = 1024 };

static uint32_t values[count];
static uint32_t divisor;

/* Numbers of 32 bits at random. And one divisor that only this run knows. */
void setup(uint64_t seed) {
	uint64_t state = seed | 1;
	for (int i = 0; i < count; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		values[i] = (uint32_t)(state >> 32);
	}
	divisor = (uint32_t)(seed % 1000) + 7;
}

/* 2^64 / divisor, rounded up, is computed once. A product with it and a shift give the same quotients for all 32 bits. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t reciprocal = UINT64_MAX / divisor + 1;
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		sum += (uint64_t)((unsigned __int128)reciprocal * values[i % count] >> 64);
		__asm__ volatile("" : "+r"(sum));
	}
	return sum;
}
