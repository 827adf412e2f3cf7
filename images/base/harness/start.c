/*
 * Entering a program that uses no C library. Linked with this in place of crt1.o and -lc, a kernel starts without a
 * dynamic linker: a count run, where qemu translates every instruction of the start, takes a third of the time. A
 * kernel that does call the library does not link this way ("undefined symbol") and is linked as usual instead;
 * bare.ld refuses thread-local variables, for which nothing here sets up memory, and ifuncs, which nothing here resolves.
 */
#include <stddef.h>
#include <stdint.h>
#include "cal.h"

char **environ;

extern int main(void);
/* The linker's bounds of the table of constructors (C++ objects, __attribute__((constructor))). */
typedef void (*constructor)(int, char **, char **);
extern constructor __init_array_start[] __attribute__((weak, visibility("hidden")));
extern constructor __init_array_end[] __attribute__((weak, visibility("hidden")));

#if defined(__x86_64__)
enum { CALL_MMAP = 9, CALL_MUNMAP = 11, CALL_MADVISE = 28, CALL_EXIT_GROUP = 231 };
__asm__(".pushsection cyclelab_text, \"ax\", @progbits\n"
		".globl _start\n"
		"_start:\n\t"
		"xorl %ebp, %ebp\n\t"
		"movq %rsp, %rdi\n\t"
		"andq $-16, %rsp\n\t"
		"call cyclelab_start\n"
		".popsection");

CYCLELAB_CODE static long call(long number, long a, long b, long c, long d, long e, long f) {
	register long r10 __asm__("r10") = d;
	register long r8 __asm__("r8") = e;
	register long r9 __asm__("r9") = f;
	long result;
	__asm__ volatile("syscall"
					 : "=a"(result)
					 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
					 : "rcx", "r11", "memory");
	return result;
}
#elif defined(__aarch64__)
enum { CALL_MMAP = 222, CALL_MUNMAP = 215, CALL_MADVISE = 233, CALL_EXIT_GROUP = 94 };
__asm__(".pushsection cyclelab_text, \"ax\", @progbits\n"
		".globl _start\n"
		"_start:\n\t"
		"mov x29, #0\n\t"
		"mov x30, #0\n\t"
		"mov x0, sp\n\t"
		"bl cyclelab_start\n"
		".popsection");

CYCLELAB_CODE static long call(long number, long a, long b, long c, long d, long e, long f) {
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;
	register long x4 __asm__("x4") = e;
	register long x5 __asm__("x5") = f;
	__asm__ volatile("svc #0"
					 : "+r"(x0)
					 : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
					 : "memory");
	return x0;
}
#endif

/* `stack` is what the kernel leaves: argc, argv, 0, environment, 0. */
CYCLELAB_CODE __attribute__((used, noreturn)) void cyclelab_start(uint64_t *stack) {
	char **argv = (char **)(stack + 1);
	environ = argv + *stack + 1;
	for (constructor *one = __init_array_start; one < __init_array_end; one++) (*one)((int)*stack, argv, environ);
	call(CALL_EXIT_GROUP, main(), 0, 0, 0, 0, 0);
	__builtin_unreachable();
}

/* The calls exercises ask for memory with; without errno, of which a measured kernel has no use. */
CYCLELAB_CODE static long failed(long result) { return result < 0 ? -1 : result; }

CYCLELAB_CODE void *mmap(void *at, size_t bytes, int protection, int flags, int file, int64_t offset) {
	return (void *)failed(call(CALL_MMAP, (long)at, (long)bytes, protection, flags, file, offset));
}

CYCLELAB_CODE int munmap(void *at, size_t bytes) {
	return (int)failed(call(CALL_MUNMAP, (long)at, (long)bytes, 0, 0, 0, 0));
}

CYCLELAB_CODE int madvise(void *at, size_t bytes, int advice) {
	return (int)failed(call(CALL_MADVISE, (long)at, (long)bytes, advice, 0, 0, 0));
}
