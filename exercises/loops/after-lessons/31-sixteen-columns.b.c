#include "cyclelab.h"

enum { arrays = 16, length = 544, records = 128 };

static uint64_t table[arrays][length] __attribute__((aligned(4096)));

/* Of each array the first KiB is used. */
void setup(uint64_t seed) {
	for (uint64_t i = 0; i < arrays; i++)
		for (uint64_t j = 0; j < records; j++) table[i][j] = seed + i * j;
}

/* Adds up the fields of a record. Each array takes 4 KiB and 256 bytes, so fields of a record lie as far apart. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		const uint64_t *record = &table[0][i * 37 % records];
#pragma clang loop vectorize(disable) unroll(full)
		for (uint64_t array = 0; array < arrays; array++) sum += record[array * length];
	}
	return sum;
}
