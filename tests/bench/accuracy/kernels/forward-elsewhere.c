#include "cyclelab.h"

/*
 * Like `forward`, but load and store address the location by different registers, and the load is part of the addition: Zen 4
 * renames the memory of a plain load however it is addressed, and then takes one cycle.
 */
uint64_t kernel(uint64_t iterations) {
	static uint64_t memory[16];
	uint64_t x = 1, *here = memory + 3, *there = memory + 1;
	__asm__ volatile("" : "+r"(here), "+r"(there));
	for (uint64_t i = 0; i < iterations; i++)
		__asm__ volatile("mov %0, (%1)\n\tadd 16(%2), %0"
				 : "+r"(x)
				 : "r"(here), "r"(there)
				 : "memory");
	return x;
}
