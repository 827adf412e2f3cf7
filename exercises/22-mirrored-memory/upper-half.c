#include "cyclelab.h"

static uint64_t place, step = 1, total;

/* The step is odd, and not known to the compiler. */
void setup(uint64_t seed) { step = (seed & 6) | 1; }

/* Each turn stores eight bytes, loads the upper four of them and adds to these. The loop lies in one line of code. */
uint64_t kernel(uint64_t iterations) {
	uint64_t left = iterations, sum = total;
	uint64_t *const first = &place;
	__asm__ volatile(
		".p2align 6\n"
		"0:\t"
#if defined(__x86_64__)
		"mov 4(%[first]), %k[sum]\n\t"
		"add %[step], %[sum]\n\t"
		"mov %[sum], (%[first])\n\t"
		"sub $1, %[left]\n\t"
		"jne 0b"
#else
		"ldr %w[sum], [%[first], #4]\n\t"
		"add %[sum], %[sum], %[step]\n\t"
		"str %[sum], [%[first]]\n\t"
		"subs %[left], %[left], #1\n\t"
		"b.ne 0b"
#endif
		: [left] "+r"(left), [sum] "+r"(sum)
		: [step] "r"(step), [first] "r"(first)
		: "cc", "memory");
	total = sum;
	return sum + place;
}
