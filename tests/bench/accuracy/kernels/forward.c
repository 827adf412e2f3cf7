#include "cyclelab.h"

/* A store, a load of the same eight bytes, and an addition, in a chain, with an indexed address. */
uint64_t kernel(uint64_t iterations) {
	static uint64_t memory[16];
	uint64_t x = 1, at = 3;
	__asm__ volatile("" : "+r"(at));
	for (uint64_t i = 0; i < iterations; i++)
		__asm__ volatile("mov %0, (%1,%2,8)\n\tmov (%1,%2,8), %0\n\tadd %2, %0"
				 : "+r"(x)
				 : "r"(memory), "r"(at)
				 : "memory");
	return x;
}
