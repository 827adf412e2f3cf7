#include "cyclelab.h"

/* Eight dependent 64-bit multiplications an iteration: 3 cycles each. */
uint64_t kernel(uint64_t iterations) {
	uint64_t product = 3;
	for (uint64_t i = 0; i < iterations; i += 8) {
		__asm__ volatile("imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0\n\t"
				 "imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0"
				 : "+r"(product));
	}
	return product;
}
