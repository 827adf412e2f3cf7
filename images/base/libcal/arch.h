/* What differs between the architectures: reading ticks, the ruler's chain, and entering the kernel. */
#ifndef CYCLELAB_ARCH_H
#define CYCLELAB_ARCH_H

#include <stdint.h>

/* A system call of the emulator that counts alone (images/tools/qemu/block-counts.h); a kernel answers that it has none. */
enum { CALL_MARK = 0x43594c };

#if defined(__x86_64__)

#define CLOCK_NAME "tsc"
enum { CALL_WRITE = 1, CALL_GETRUSAGE = 98, CALL_SCHED_SETAFFINITY = 203, CALL_CLOCK_GETTIME = 228 };

/* lfence on both sides: rdtsc alone may run early, and what follows may run before it. */
static inline __attribute__((always_inline)) uint64_t ticks(void) {
	uint32_t low, high;
	__asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}

/*
 * 100 dependent multiplications, 3 cycles each on Intel since Nehalem and AMD since Zen (uops.info, `IMUL (R32, R32)`).
 * Not additions: since Golden Cove, additions of small constants are executed at rename, and such a chain reads as
 * 17 GHz. The loop's own `dec` and branch run beside the chain.
 */
enum { CHAIN_LOOPS = 100, CHAIN_CYCLES = CHAIN_LOOPS * 100 * 3 };
static inline __attribute__((always_inline)) void chain(void) {
	uint32_t value = 3, loops = CHAIN_LOOPS;
	__asm__ volatile(".p2align 6\n"
					 "1:\n\t"
					 ".rept 100\n\timull %0, %0\n\t.endr\n\t"
					 "decl %1\n\t"
					 "jnz 1b"
					 : "+r"(value), "+r"(loops)
					 :
					 : "cc");
}

/* One dependent addition and one taken branch a cycle. */
enum { BRANCHES = 10000 };
static inline __attribute__((always_inline)) void branches(void) {
	uint64_t value = 3, step = 7;
	uint32_t loops = BRANCHES;
	__asm__ volatile(".p2align 6\n"
					 "1:\n\t"
					 "addq %2, %0\n\t"
					 "decl %1\n\t"
					 "jnz 1b"
					 : "+r"(value), "+r"(loops)
					 : "r"(step)
					 : "cc");
}

static inline __attribute__((always_inline)) long system_call(long number, long a, long b, long c) {
	long result;
	__asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
	return result;
}

#elif defined(__aarch64__)

#define CLOCK_NAME "cntvct"
enum { CALL_WRITE = 64, CALL_CLOCK_GETTIME = 113, CALL_SCHED_SETAFFINITY = 122, CALL_GETRUSAGE = 165 };

static inline __attribute__((always_inline)) uint64_t ticks(void) {
	uint64_t value;
	__asm__ volatile("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(value) : : "memory");
	return value;
}

/*
 * 100 dependent `madd`s through their multiplicand would take 2, 3 or 4 cycles, depending on the core (Neoverse N1, V1,
 * Apple: their optimisation guides). Register additions take 1 on all of them. Ten times x86's length, because the
 * counter may tick as slowly as 24 MHz.
 */
enum { CHAIN_LOOPS = 3000, CHAIN_CYCLES = CHAIN_LOOPS * 100 };
static inline __attribute__((always_inline)) void chain(void) {
	uint64_t value = 3, step = 5, loops = CHAIN_LOOPS;
	__asm__ volatile(".p2align 6\n"
					 "1:\n\t"
					 ".rept 100\n\tadd %0, %0, %2\n\t.endr\n\t"
					 "subs %1, %1, #1\n\t"
					 "b.ne 1b"
					 : "+r"(value), "+r"(loops)
					 : "r"(step)
					 : "cc");
}

enum { BRANCHES = 100000 };
static inline __attribute__((always_inline)) void branches(void) {
	uint64_t value = 3, step = 7, loops = BRANCHES;
	__asm__ volatile(".p2align 6\n"
					 "1:\n\t"
					 "add %0, %0, %2\n\t"
					 "subs %1, %1, #1\n\t"
					 "b.ne 1b"
					 : "+r"(value), "+r"(loops)
					 : "r"(step)
					 : "cc");
}

static inline __attribute__((always_inline)) long system_call(long number, long a, long b, long c) {
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	__asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
	return x0;
}

#else
#error "libcal knows x86-64 and arm64"
#endif
#endif
