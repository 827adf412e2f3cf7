#include "cyclelab.h"

/* Without the empty assembly, which costs nothing, a C compiler sees that this loop does nothing, and removes it. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		__asm__ volatile("");
	}
	return iterations;
}
