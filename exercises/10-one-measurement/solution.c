#include "cyclelab.h"

enum { ORDERS = 1 << 16, PASSES = 10 };

/* Only what is added up, side by side: 512 KB, and eight amounts in every cache line. */
static uint64_t amounts[ORDERS];

/* The way through them, as a list sorted by date has it: to and fro. */
static uint32_t byDate[ORDERS];

void setup(uint64_t seed) {
	uint64_t random = seed;
	for (uint32_t i = 0; i < ORDERS; i++) {
		random = random * 6364136223846793005u + 1442695040888963407u;
		const uint32_t j = (uint32_t)((random >> 32) * (i + 1) >> 32);
		amounts[i] = random >> 44;
		byDate[i] = byDate[j];
		byDate[j] = i;
	}
}

/* An iteration adds up all orders, ten times over. */
uint64_t kernel(uint64_t iterations) {
	uint64_t total = 0;
	for (uint64_t pass = 0; pass < iterations * PASSES; pass++) {
		for (uint32_t i = 0; i < ORDERS; i++) {
			total += amounts[byDate[i]];
		}
	}
	return total;
}
