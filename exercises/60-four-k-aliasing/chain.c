#include "cyclelab.h"

/* At any address, as the document's offsets have it. Volatile: each store and load happens, in this order. */
typedef volatile uint64_t __attribute__((aligned(1))) word;

/* All zeros, which the compiler cannot know. */
static _Alignas(4096) uint8_t data[64 * 1024];
static uint64_t distance = 24 * 1024;

void setup(uint64_t seed) {
	(void)seed;
	distance = cyclelab_parameter("distance", distance);
}

/*
 * A store, and a load from `distance` bytes above it. The loaded value is added to both addresses of the next turn: it is
 * zero, but no address is known before, and so each turn waits for the load of the last one.
 */
uint64_t kernel(uint64_t iterations) {
	uint8_t *const low = data, *const high = data + distance;
	uint64_t x = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		*(word *)(low + x) = x;
		x = *(word *)(high + x);
	}
	return x;
}
