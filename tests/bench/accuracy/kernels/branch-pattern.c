#include "cyclelab.h"

/* A branch that goes each way by turns: any history predicts it. */
uint64_t kernel(uint64_t iterations) {
	uint64_t taken = 0;
	for (uint64_t i = 0; i < iterations; i++)
		if (i & 1) __asm__ volatile("add $1, %0" : "+r"(taken));
	return taken;
}
