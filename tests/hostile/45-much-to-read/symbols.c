/* A hundred thousand functions of one instruction: as many headings and lines of the listing. */
#include "cyclelab.h"

__asm__(".text\n.macro one\nmany\\@: cltd\n.endm\n.rept 100000\none\n.endr\n");

uint64_t kernel(uint64_t iterations) {
	uint64_t product = 1;
	for (uint64_t i = 0; i < iterations; i++) product = (product * 3) ^ i;
	return product;
}
