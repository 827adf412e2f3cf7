#include "cyclelab.h"

/* Volatile: every store and load below really happens, at this width and in this order. */
static volatile union {
	uint8_t bytes[4];
	uint32_t word;
} packet;

static uint32_t sent;

/* Byte by byte, as the specification lists it, and then once more whole: the load takes its value from that store. */
uint64_t kernel(uint64_t iterations) {
	uint32_t sum = sent;
	for (uint64_t i = 0; i < iterations; i++) {
		packet.bytes[0] = sum;
		packet.bytes[1] = i;
		packet.bytes[2] = i >> 8;
		packet.bytes[3] = i >> 16;
		packet.word = (uint32_t)i << 8 | (sum & 0xff);
		sum += packet.word;
	}
	sent = sum;
	return sum;
}
