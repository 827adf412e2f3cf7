#include "cyclelab.h"
#include <stdlib.h>
#include <time.h>

/* Honest: its data, and so its result, are of chance. With -DADDRESS the result is an address. */
static uint32_t start;

void setup(uint64_t seed) {
	(void)seed;
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	start = (uint32_t)now.tv_nsec | 1;
#ifdef ADDRESS
	start = (uint32_t)(uintptr_t)malloc(1 << 20);
#endif
}

uint64_t kernel(uint64_t iterations) {
	uint32_t x = start;
	for (uint64_t i = 0; i < iterations; i++) {
		x = x * 1664525 + 1013904223;
		__asm__ volatile("" : "+r"(x));
	}
	return x;
}
