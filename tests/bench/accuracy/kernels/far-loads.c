#include "cyclelab.h"

/* 16 MiB: larger than the L2 cache. Addresses come from a generator, not from loads. */
enum { places = 1 << 21 };
static uint64_t memory[places];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < places; i++) memory[i] = i ^ seed;
}

uint64_t kernel(uint64_t iterations) {
	static uint64_t at = 1;
	uint64_t sum = 0, x = at;
	for (uint64_t i = 0; i < iterations; i++) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		sum += memory[x >> 43];
	}
	at = x;
	return sum;
}
