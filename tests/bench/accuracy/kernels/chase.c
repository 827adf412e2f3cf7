#include "cyclelab.h"

enum { lines = 64 };

/* 4 KiB: one page, within the L1 cache. */
static struct line {
	struct line *next;
	char padding[56];
} ring[lines] __attribute__((aligned(4096)));

/* 27 and 64 are coprime, so the cycle visits all lines. */
void setup(uint64_t seed) {
	for (int i = 0; i < lines; i++) ring[i].next = &ring[(i + 27) % lines];
	(void)seed;
}

/* Eight loads an iteration, each from the address that the previous loaded, with a plain base register. */
uint64_t kernel(uint64_t iterations) {
	static struct line *here = ring;
	for (uint64_t i = 0; i < iterations; i += 8) {
		__asm__ volatile("mov (%0), %0\n\tmov (%0), %0\n\tmov (%0), %0\n\tmov (%0), %0\n\t"
				 "mov (%0), %0\n\tmov (%0), %0\n\tmov (%0), %0\n\tmov (%0), %0"
				 : "+r"(here)
				 :
				 : "memory");
	}
	return (uint64_t)(here - ring);
}
