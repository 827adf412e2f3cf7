#include "cyclelab.h"

__attribute__((noinline)) static uint64_t leaf(uint64_t x) {
	__asm__ volatile("" : "+r"(x));
	return x + 1;
}

/* A call and a return an iteration. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) x = leaf(x);
	return x;
}
