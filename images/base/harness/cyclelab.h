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

#ifdef __cplusplus
}
#endif
#endif
