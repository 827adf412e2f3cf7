#include "cyclelab.h"

/* A turn is 90 instructions that do nothing. */
uint64_t kernel(uint64_t iterations) {
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) __asm__ volatile(".rept 90\nnop\n.endr");
	return iterations;
}
