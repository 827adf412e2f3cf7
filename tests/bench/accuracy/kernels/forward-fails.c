#include "cyclelab.h"

/* Two stores of four bytes and a load of eight: no single store has all bytes of the load. */
uint64_t kernel(uint64_t iterations) {
	static uint64_t memory[2];
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++)
		__asm__ volatile("movl %k0, (%1)\n\tmovl %k0, 4(%1)\n\tmov (%1), %0"
				 : "+r"(x)
				 : "r"(memory)
				 : "memory");
	return x;
}
