/* A function with another name than it has in C. */
#include "cyclelab.h"

void forged(void) __asm__("plain");
__attribute__((used, noinline)) void forged(void) { __asm__ volatile("nop"); }

uint64_t kernel(uint64_t iterations) {
	uint64_t product = 1;
	for (uint64_t i = 0; i < iterations; i++) product = (product * 3) ^ i;
	return product;
}
