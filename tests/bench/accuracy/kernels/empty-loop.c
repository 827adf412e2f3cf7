#include "cyclelab.h"

/* A counter and a branch that is taken. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) __asm__ volatile("");
	return iterations;
}
