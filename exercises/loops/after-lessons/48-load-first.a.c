#include "cyclelab.h"

typedef volatile uint64_t word;

static uint64_t data[3 * 512] __attribute__((aligned(4096)));

/* A store to one page, and then a load from the same place in the next page. Each address needs what was loaded before. */
uint64_t kernel(uint64_t iterations) {
	uint64_t zero = 0;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		const uint64_t place = i % 512 + zero;
		*(word *)&data[place] = 0;
		zero = *(word *)&data[512 + place];
	}
	return zero;
}
