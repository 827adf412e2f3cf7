/* A symbol whose name has four million letters: one line of the listing, and one more for every jump to it. */
#include "cyclelab.h"

#define D(x) x x x x x x x x x x
#define NAME D(D(D(D(D(D("abcd"))))))

__asm__(".text\n" NAME ": ret\n");

uint64_t kernel(uint64_t iterations) {
	uint64_t product = 1;
	for (uint64_t i = 0; i < iterations; i++) product = (product * 3) ^ i;
	return product;
}
