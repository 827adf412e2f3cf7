#include "cyclelab.h"

static double first, over = 3, under = 5;

void setup(uint64_t seed) {
	first = (double)(seed % 1000 + 2);
}

/* The same, compiled without optimisations: each variable has a place on the stack. */
__attribute__((optnone)) uint64_t kernel(uint64_t iterations) {
	double number = first;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) number = 1 + over / (1 + under / number);
	return (uint64_t)(number * 1000);
}
