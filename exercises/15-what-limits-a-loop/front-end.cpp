#include "cyclelab.h"

/* One instruction without an operand, without a result. On x86-64 it is four bytes long, as on arm64. */
#ifdef __x86_64__
#define NOTHING "nopl 0(%rax)\n\t"
#else
#define NOTHING "nop\n\t"
#endif
#define FOUR NOTHING NOTHING NOTHING NOTHING
#define SIXTEEN FOUR FOUR FOUR FOUR

/* Sixty-four instructions that do nothing. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) __asm__ volatile(SIXTEEN SIXTEEN SIXTEEN SIXTEEN);
	return iterations;
}
