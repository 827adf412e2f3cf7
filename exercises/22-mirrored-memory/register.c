#include "cyclelab.h"

static uint64_t step = 1, total;

/* The step is odd, and not known to the compiler. */
void setup(uint64_t seed) { step = (seed & 6) | 1; }

/* The control. The number stays in a register, and each turn adds to it. The loop lies in one line of code. */
uint64_t kernel(uint64_t iterations) {
	uint64_t left = iterations, sum = total;
	__asm__ volatile(
		".p2align 6\n"
		"0:\t"
#if defined(__x86_64__)
		"add %[step], %[sum]\n\t"
		"sub $1, %[left]\n\t"
		"jne 0b"
#else
		"add %[sum], %[sum], %[step]\n\t"
		"subs %[left], %[left], #1\n\t"
		"b.ne 0b"
#endif
		: [left] "+r"(left), [sum] "+r"(sum)
		: [step] "r"(step)
		: "cc", "memory");
	total = sum;
	return sum;
}
