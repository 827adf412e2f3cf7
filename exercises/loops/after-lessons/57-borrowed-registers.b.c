#include "cyclelab.h"

enum { below = 2048, words = 8 };

/* Room for what the system may put on a stack, and the words. */
static uint64_t stack[below + words];

/* The same by plain stores and loads; the pointer is moved twice. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t *const top = stack + below + words;
	register uint64_t last __asm__("r12") = 0;
#ifdef __x86_64__
	uint64_t kept, count = iterations;
	__asm__ volatile("mov %%rsp, %[kept]\n\t"
	                 "mov %[top], %%rsp\n\t"
	                 "test %[count], %[count]\n\t"
	                 "jz 1f\n\t"
	                 ".p2align 5\n"
	                 "0:\n\t"
	                 "sub $32, %%rsp\n\t"
	                 "mov %%rax, 24(%%rsp)\n\t"
	                 "mov %%rcx, 16(%%rsp)\n\t"
	                 "mov %%rdx, 8(%%rsp)\n\t"
	                 "mov %%rbx, 0(%%rsp)\n\t"
	                 "mov 0(%%rsp), %%rbx\n\t"
	                 "mov 8(%%rsp), %%rdx\n\t"
	                 "mov 16(%%rsp), %%rcx\n\t"
	                 "mov 24(%%rsp), %%rax\n\t"
	                 "add $32, %%rsp\n\t"
	                 "dec %[count]\n\t"
	                 "jnz 0b\n"
	                 "1:\n\t"
	                 "mov %[kept], %%rsp"
	                 : [kept] "=&r"(kept), [count] "+&r"(count), "+&r"(last)
	                 : [top] "r"(top)
	                 : "rax", "rcx", "rdx", "rbx", "memory", "cc");
#else
	for (uint64_t i = 0; i < iterations; i++) last += top[-1];
#endif
	return last;
}
