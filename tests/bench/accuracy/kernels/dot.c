#include "cyclelab.h"

enum { length = 256 };
static double a[length], b[length];

void setup(uint64_t seed) {
	for (int i = 0; i < length; i++) a[i] = 1, b[i] = 1e-3 * (double)(seed % 7 + i);
}

/* A dot product in source order: each sum depends on the previous sum, products do not. */
uint64_t kernel(uint64_t iterations) {
	double sum = 0;
	for (uint64_t i = 0; i < iterations; i++) sum = __builtin_fma(a[i % length], b[i % length], sum);
	return (uint64_t)sum;
}
