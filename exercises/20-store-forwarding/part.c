#include "cyclelab.h"

/* Volatile: every store and load below really happens, at this width and in this order. */
static volatile union {
	uint32_t words[2];
	uint64_t both;
} packet;

static uint32_t sent;

/* The reverse of `pair`: one wide store, then a load of its upper half. One store holds every byte the load needs. */
uint64_t kernel(uint64_t iterations) {
	uint32_t sum = sent;
	for (uint64_t i = 0; i < iterations; i++) {
		packet.both = (i << 8 | (sum & 0xff)) << 32;
		sum += packet.words[1];
	}
	sent = sum;
	return sum;
}
