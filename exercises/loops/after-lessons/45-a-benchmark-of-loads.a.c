#include "cyclelab.h"

static volatile uint32_t number;

/* Always the same number is loaded. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) sum += number;
	return sum;
}
