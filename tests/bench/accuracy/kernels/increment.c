#include "cyclelab.h"

/* Increments of one memory location: each loads the value that the previous stored. */
uint64_t kernel(uint64_t iterations) {
	static volatile uint64_t counter;
	for (uint64_t i = 0; i < iterations; i++) counter++;
	return counter;
}
