#include "cyclelab.h"

/* Volatile: each number is stored by an instruction of its own. */
static volatile uint16_t numbers[1024];

/* Six numbers a turn, the turn's own. */
uint64_t kernel(uint64_t iterations) {
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		volatile uint16_t *at = numbers + i * 8 % 1024;
		const uint16_t one = (uint16_t)i;
		at[0] = one, at[1] = one, at[2] = one, at[3] = one, at[4] = one, at[5] = one;
	}
	return numbers[8];
}
