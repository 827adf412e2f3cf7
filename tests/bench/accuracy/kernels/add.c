#include "cyclelab.h"

/* Eight dependent additions of two registers an iteration: 1 cycle each on every current processor. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 1;
	for (uint64_t i = 0; i < iterations; i += 8) {
		__asm__ volatile("add %0, %0\n\tadd %0, %0\n\tadd %0, %0\n\tadd %0, %0\n\t"
				 "add %0, %0\n\tadd %0, %0\n\tadd %0, %0\n\tadd %0, %0"
				 : "+r"(sum));
	}
	return sum;
}
