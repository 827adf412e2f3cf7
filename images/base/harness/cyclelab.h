/*
 * What a kernel's file includes. It defines
 *
 *   uint64_t kernel(uint64_t iterations);   required: does exactly `iterations` iterations and returns a checksum
 *   void setup(uint64_t seed);              optional: runs once, untimed, before the first call
 *
 * The kernel is called many times, with changing `iterations`. If its data decides its time (a chase through memory),
 * it goes on where it stopped, in a static variable, and setup leaves the memory as a long run would.
 */
#ifndef CYCLELAB_H
#define CYCLELAB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

uint64_t kernel(uint64_t iterations);
void setup(uint64_t seed);

/* The value of a parameter of this run, e.g. cyclelab_parameter("working-set", 4096); `fallback` if it has none. */
uint64_t cyclelab_parameter(const char *name, uint64_t fallback);

/* Adds to one of the exercise's meters. Call it once at the end of a call of the kernel, from the thread it was called
 * on, with what all its iterations cost. An id the exercise does not have is ignored. */
void cyclelab_meter(const char *id, uint64_t amount);

/* How many cores this measurement has: 1, unless the exercise asks for more, and always 1 while instructions are
 * counted. A thread begins on the core of the thread that started it. */
unsigned cyclelab_cores(void);

/* Keeps the calling thread on one of them: 0 is the measuring core, on which setup and kernel are called. */
void cyclelab_stay(unsigned core);

#ifdef __cplusplus
}
#endif
#endif
