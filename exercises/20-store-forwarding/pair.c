#include "cyclelab.h"

/* Volatile: every store and load below really happens, at this width and in this order. */
static volatile union {
	uint32_t words[2];
	uint64_t both;
} packet;

static uint32_t sent;

/* Two fields written one after the other, then read with one load, as a compiler copies a small struct. */
uint64_t kernel(uint64_t iterations) {
	uint32_t sum = sent;
	for (uint64_t i = 0; i < iterations; i++) {
		packet.words[0] = (uint32_t)i << 8 | (sum & 0xff);
		packet.words[1] = i;
		sum += (uint32_t)packet.both;
	}
	sent = sum;
	return sum;
}
