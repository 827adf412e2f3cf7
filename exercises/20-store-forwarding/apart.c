#include "cyclelab.h"

/* Volatile: every store and load below really happens, at this width and in this order. */
static volatile union {
	uint8_t bytes[4];
	uint32_t word;
} packet;

static uint32_t sent, seen;

/* Written and read as in `bytes`, but the sum comes from registers: no iteration waits for the load of another. */
uint64_t kernel(uint64_t iterations) {
	uint32_t sum = sent, read = seen;
	for (uint64_t i = 0; i < iterations; i++) {
		packet.bytes[0] = sum;
		packet.bytes[1] = i;
		packet.bytes[2] = i >> 8;
		packet.bytes[3] = i >> 16;
		read += packet.word;
		sum += (uint32_t)i << 8 | (sum & 0xff);
	}
	sent = sum;
	seen = read;
	return sum;
}
