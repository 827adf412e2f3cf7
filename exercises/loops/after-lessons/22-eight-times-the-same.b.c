#include "cyclelab.h"

/* Volatile: each store is an instruction of its own. */
static volatile uint64_t place;

/* One store a turn. */
uint64_t kernel(uint64_t iterations) {
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) place = i;
	return place;
}
