#include "cyclelab.h"

enum { ORDERS = 1 << 16 };

/* Volatile and no constant: built in, another number makes code of another length, which alone moves the loop. */
static volatile uint64_t passes = 10;

/* One cache line each, 4 MB in all: more than the L2 of most cores holds, less than most third ones do. */
static struct order {
	uint64_t amount;
	char rest[56];
} orders[ORDERS];

/* The way through them, as a list sorted by date has it: to and fro. */
static uint32_t byDate[ORDERS];

void setup(uint64_t seed) {
	uint64_t random = seed;
	for (uint32_t i = 0; i < ORDERS; i++) {
		random = random * 6364136223846793005u + 1442695040888963407u;
		const uint32_t j = (uint32_t)((random >> 32) * (i + 1) >> 32);
		orders[i].amount = random >> 44;
		byDate[i] = byDate[j];
		byDate[j] = i;
	}
}

/* An iteration adds up all orders, ten times over. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t count = iterations * passes;
	uint64_t total = 0;
	for (uint64_t pass = 0; pass < count; pass++) {
		for (uint32_t i = 0; i < ORDERS; i++) {
			total += orders[byDate[i]].amount;
		}
	}
	return total;
}
