#include "cyclelab.h"

enum { count = 1024 };

static uint64_t values[count];

/* Odd numbers: a product of these is never 0. */
void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) values[i] = (seed + i) * 2 + 1;
}

/* Each product needs the previous product. The empty assembly statement keeps the compiler from computing several at once. */
uint64_t kernel(uint64_t iterations) {
	uint64_t product = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		product *= values[i % count];
		__asm__ volatile("" : "+r"(product));
	}
	return product;
}
