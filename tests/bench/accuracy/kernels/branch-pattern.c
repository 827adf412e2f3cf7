#include "cyclelab.h"

/* A branch that is taken every second time, which any history-based predictor predicts. */
uint64_t kernel(uint64_t iterations) {
	uint64_t taken = 0;
	for (uint64_t i = 0; i < iterations; i++)
		if (i & 1) __asm__ volatile("add $1, %0" : "+r"(taken));
	return taken;
}
