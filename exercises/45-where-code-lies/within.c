#include "cyclelab.h"

/* Bytes between a multiple of 64 and the loop. They are executed once for each call, and do nothing. */
#define PADDING "0"

#if defined(__x86_64__)
#define BEFORE ".rept " PADDING "\n\tnop\n\t.endr\n"
#define LOOP "0:\tadd %[left], %[sum]\n\tmov %[sum], %[place]\n\tadd $3, %[other]\n\tsub $1, %[left]\n\tjne 0b"
#else
#define BEFORE ".rept " PADDING " / 4\n\tnop\n\t.endr\n"
#define LOOP "0:\tadd %[sum], %[sum], %[left]\n\tstr %[sum], %[place]\n\tadd %[other], %[other], #3\n\tsubs %[left], %[left], #1\n\tb.ne 0b"
#endif

static uint64_t place, sum, other;

/* The loop begins at a multiple of 64, so all of it lies in one line of code. */
uint64_t kernel(uint64_t iterations) {
	uint64_t left = iterations, added = sum, threes = other;
	__asm__ volatile(".p2align 6\n\t" BEFORE LOOP
		: [left] "+r"(left), [sum] "+r"(added), [other] "+r"(threes), [place] "=m"(place)
		:
		: "cc");
	sum = added, other = threes;
	return added + threes;
}
