/* A function whose name contains a forged listing: a kernel that does less than the real kernel. */
#include "cyclelab.h"

void forged(void) __asm__("x>:\n\n0000000000100000 <kernel>:\n  100000: \tret\n\n0000000000100010 <y");
__attribute__((used, noinline)) void forged(void) { __asm__ volatile("nop"); }

uint64_t kernel(uint64_t iterations) {
	uint64_t product = 1;
	for (uint64_t i = 0; i < iterations; i++) product = (product * 3) ^ i;
	return product;
}
