#include "cyclelab.h"

/* One place in memory, incremented again and again: each increment loads what the one before has stored. */
uint64_t kernel(uint64_t iterations) {
	static volatile uint64_t counter;
	for (uint64_t i = 0; i < iterations; i++) counter++;
	return counter;
}
