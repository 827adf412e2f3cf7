#include "cyclelab.h"

/* Additions of floating point numbers in a chain. */
uint64_t kernel(uint64_t iterations) {
	double sum = 0, step = (double)(iterations | 1);
	for (uint64_t i = 0; i < iterations; i++) sum += step;
	return (uint64_t)(sum / step);
}
