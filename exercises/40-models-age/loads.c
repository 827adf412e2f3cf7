#include "cyclelab.h"

enum { passes = 300, words = passes * 10 };

static uint64_t data[words];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < words; i++) data[i] = i / 5 * seed;
}

/* Reads five words a pass, and returns the last. The pointer moves on once a pass. */
static uint64_t taken(const uint64_t *from, uint64_t count) {
	uint64_t last;
#ifdef __x86_64__
	__asm__ volatile(".p2align 5\n"
	                 "0:\n\t"
	                 "mov (%[from]), %%rax\n\t"
	                 "mov 8(%[from]), %%rcx\n\t"
	                 "mov 16(%[from]), %%rdx\n\t"
	                 "mov 24(%[from]), %%rbx\n\t"
	                 "mov 32(%[from]), %[last]\n\t"
	                 "add $40, %[from]\n\t"
	                 "dec %[count]\n\t"
	                 "jnz 0b"
	                 : [from] "+&r"(from), [count] "+&r"(count), [last] "=&r"(last)
	                 :
	                 : "rax", "rcx", "rdx", "rbx", "memory", "cc");
#else
	__asm__ volatile("0:\n\t"
	                 "ldr x9, [%[from]]\n\t"
	                 "ldr x10, [%[from], #8]\n\t"
	                 "ldr x11, [%[from], #16]\n\t"
	                 "ldr x12, [%[from], #24]\n\t"
	                 "ldr %[last], [%[from], #32]\n\t"
	                 "add %[from], %[from], #40\n\t"
	                 "subs %[count], %[count], #1\n\t"
	                 "b.ne 0b"
	                 : [from] "+&r"(from), [count] "+&r"(count), [last] "=&r"(last)
	                 :
	                 : "x9", "x10", "x11", "x12", "memory", "cc");
#endif
	return last;
}

uint64_t kernel(uint64_t iterations) {
	uint64_t last = 0;
	while (iterations > 0) {
		const uint64_t count = iterations < passes ? iterations : passes;
		last = taken(data, count);
		iterations -= count;
	}
	return last;
}
