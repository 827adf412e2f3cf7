#include "cyclelab.h"

/* A picture of 64 rows. A row has 4160 bytes. */
enum { rows = 64, row = 4160 };

static uint8_t picture[rows * row] __attribute__((aligned(4096)));

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < rows * row; i++) picture[i] = (uint8_t)(seed + i);
}

/* Adds up the first column, again and again: one byte of each row. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0, at = 0;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		sum += picture[at];
		at = at == (rows - 1) * row ? 0 : at + row;
	}
	return sum;
}
