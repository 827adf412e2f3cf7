#include "cyclelab.h"

enum { count = 4096 };

static char digits[count];

/* A page of digits. */
void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) digits[i] = (char)('0' + (seed + i * 7) % 10);
}

/* Reads one number with as many digits as there are turns. What does not fit 64 bits is lost. */
uint64_t kernel(uint64_t iterations) {
	uint64_t number = 0;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) number = number * 10 + (uint64_t)(digits[i % count] - '0');
	return number;
}
