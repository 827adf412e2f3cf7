/*
 * Put before every kernel whose executions are counted. MARK(id) is one instruction that does nothing, that no compiler
 * makes of itself, and that stays where the source has it: however often a compiler copies it, its executions together
 * are the statement's.
 */
#include "cyclelab.h"
#if defined(__x86_64__)
#define MARK(id) __asm__ volatile("nopl %c0(%%rax)" : : "i"(0x7000 + (id)))
#else
#define MARK(id) __asm__ volatile("movz xzr, %0" : : "i"(0x7000 + (id)))
#endif
#define NOINLINE __attribute__((noinline))
#line 1
