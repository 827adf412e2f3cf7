/*
 * Included before every counted kernel. MARK(id) is one instruction without effect that no compiler emits by itself and
 * that stays at its statement: the executions of all its copies together are the statement's executions.
 */
#include "cyclelab.h"
#if defined(__x86_64__)
#define MARK(id) __asm__ volatile("nopl %c0(%%rax)" : : "i"(0x7000 + (id)))
#else
#define MARK(id) __asm__ volatile("movz xzr, %0" : : "i"(0x7000 + (id)))
#endif
#define NOINLINE __attribute__((noinline))
#line 1
