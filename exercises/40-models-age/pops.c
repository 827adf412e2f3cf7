#include "cyclelab.h"

enum { below = 2048, passes = 300, words = passes * 10 };

/* The words to take, and room below them: what the system may put on a stack goes there while its pointer is in here. */
static uint64_t stack[below + words];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < words; i++) stack[below + i] = i / 5 * seed;
}

/* Takes five words a pass, and returns the last. Other architectures: loads that move their pointer on as well. */
static uint64_t taken(const uint64_t *from, uint64_t count) {
#ifdef __x86_64__
	uint64_t kept;
	register uint64_t last __asm__("r12");
	__asm__ volatile("mov %%rsp, %[kept]\n\t"
	                 "mov %[from], %%rsp\n\t"
	                 ".p2align 5\n"
	                 "0:\n\t"
	                 "pop %%rax\n\t"
	                 "pop %%rcx\n\t"
	                 "pop %%rdx\n\t"
	                 "pop %%rbx\n\t"
	                 "pop %%r12\n\t"
	                 "dec %[count]\n\t"
	                 "jnz 0b\n\t"
	                 "mov %[kept], %%rsp"
	                 : [kept] "=&r"(kept), [count] "+&r"(count), "=&r"(last)
	                 : [from] "r"(from)
	                 : "rax", "rcx", "rdx", "rbx", "memory", "cc");
#else
	register uint64_t last __asm__("x13");
	__asm__ volatile("0:\n\t"
	                 "ldr x9, [%[from]], #8\n\t"
	                 "ldr x10, [%[from]], #8\n\t"
	                 "ldr x11, [%[from]], #8\n\t"
	                 "ldr x12, [%[from]], #8\n\t"
	                 "ldr x13, [%[from]], #8\n\t"
	                 "subs %[count], %[count], #1\n\t"
	                 "b.ne 0b"
	                 : [from] "+&r"(from), [count] "+&r"(count), "=&r"(last)
	                 :
	                 : "x9", "x10", "x11", "x12", "memory", "cc");
#endif
	return last;
}

uint64_t kernel(uint64_t iterations) {
	uint64_t last = 0;
	while (iterations > 0) {
		const uint64_t count = iterations < passes ? iterations : passes;
		last = taken(stack + below, count);
		iterations -= count;
	}
	return last;
}
