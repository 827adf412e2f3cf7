#include "cyclelab.h"

/* Volatile: the value is stored and loaded again in each turn. */
static volatile union {
	uint64_t whole;
	uint32_t halves[2];
} variable;

/* Each turn stores eight bytes and loads the upper four of them. The lower four are the number of the turn. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		variable.whole = x << 32 | (i & 0xffffffff);
		x = variable.halves[1] + 1;
	}
	return x;
}
