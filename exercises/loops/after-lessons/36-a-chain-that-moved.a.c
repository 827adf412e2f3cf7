#include "cyclelab.h"

/* A chain of two multiplications, in a loop which begins at a multiple of 64. */
__attribute__((aligned(64))) uint64_t kernel(uint64_t iterations) {
	uint64_t x = 3, left = iterations;
	__asm__ volatile(
		".p2align 6\n"
		".skip 0, 0x90\n"
		"1: imul %[x], %[x]\n"
		"imul %[x], %[x]\n"
		"dec %[left]\n"
		"jnz 1b"
		: [x] "+r"(x), [left] "+r"(left));
	return x;
}
