#include "cyclelab.h"

/* Volatile: every store and load below really happens, at this width and in this order. */
static volatile union {
	uint8_t bytes[4];
	uint32_t word;
} packet;

static uint32_t sent;

/* A packet is the running sum of all packets before it (8 bits) and a sequence number (24 bits). */
uint64_t kernel(uint64_t iterations) {
	uint32_t sum = sent;
	for (uint64_t i = 0; i < iterations; i++) {
		packet.word = (uint32_t)i << 8 | (sum & 0xff);
		sum += packet.word;
	}
	sent = sum;
	return sum;
}
