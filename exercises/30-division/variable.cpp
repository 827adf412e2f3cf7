#include "cyclelab.h"

enum { count = 1024 };

static uint32_t values[count];
static uint32_t divisors[count];

/* Numbers of 32 bits at random. And a divisor for each, 3 to 1,002. */
void setup(uint64_t seed) {
	uint64_t state = seed | 1;
	for (int i = 0; i < count; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		values[i] = uint32_t(state >> 32);
		divisors[i] = uint32_t(state % 1000) + 3;
	}
}

/* Each element has a different divisor. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		sum += values[i % count] / divisors[i % count];
		__asm__ volatile("" : "+r"(sum));
	}
	return sum;
}
