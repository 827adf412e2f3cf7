#include "cyclelab.h"

enum { places = 512 };

/* 4 KiB: one page, within the L1 cache. */
static uint64_t next[places] __attribute__((aligned(4096)));

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < places; i++) next[i] = (i + 27) % places;
	(void)seed;
}

/* The address is a base and a scaled index. */
uint64_t kernel(uint64_t iterations) {
	uint64_t at = 0;
	for (uint64_t i = 0; i < iterations; i += 8) {
		__asm__ volatile("mov (%1,%0,8), %0\n\tmov (%1,%0,8), %0\n\tmov (%1,%0,8), %0\n\tmov (%1,%0,8), %0\n\t"
				 "mov (%1,%0,8), %0\n\tmov (%1,%0,8), %0\n\tmov (%1,%0,8), %0\n\tmov (%1,%0,8), %0"
				 : "+r"(at)
				 : "r"(next)
				 : "memory");
	}
	return at;
}
