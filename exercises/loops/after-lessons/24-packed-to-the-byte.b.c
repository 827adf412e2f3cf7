#include "cyclelab.h"
#include <string.h>

enum { count = 1024, record = 16 };

static uint8_t records[count * record] __attribute__((aligned(64)));

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count * record; i++) records[i] = (uint8_t)(seed + i * 7);
}

/* Records of 16 bytes. The first eight bytes of each are added up. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0, at = 0;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		uint64_t number;
		memcpy(&number, records + at, sizeof number);
		sum += number;
		at = at == (count - 1) * record ? 0 : at + record;
	}
	return sum;
}
