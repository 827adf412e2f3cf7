#include "cyclelab.h"

/* Volatile: every store below really happens, at this width and in this order. */
static volatile union {
	uint8_t bytes[4];
	uint32_t word;
} packet;

static uint32_t sent;

/* Byte by byte into memory, as before; but what memory will hold is known here already, so nobody has to ask it. */
uint64_t kernel(uint64_t iterations) {
	uint32_t sum = sent;
	for (uint64_t i = 0; i < iterations; i++) {
		const uint32_t word = (uint32_t)i << 8 | (sum & 0xff);
		packet.bytes[0] = word;
		packet.bytes[1] = word >> 8;
		packet.bytes[2] = word >> 16;
		packet.bytes[3] = word >> 24;
		sum += word;
	}
	sent = sum;
	return sum;
}
