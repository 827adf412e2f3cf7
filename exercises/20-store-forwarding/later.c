#include "cyclelab.h"

/* Volatile: every store and load below really happens, at this width and in this order. */
static volatile union {
	uint8_t bytes[4];
	uint32_t word;
} packets[64];

static uint32_t sent, seen;

/* As in `apart`, but each packet is read 63 packets later, when its bytes have reached the cache. */
uint64_t kernel(uint64_t iterations) {
	uint32_t sum = sent, read = seen;
	for (uint64_t i = 0; i < iterations; i++) {
		packets[i % 64].bytes[0] = sum;
		packets[i % 64].bytes[1] = i;
		packets[i % 64].bytes[2] = i >> 8;
		packets[i % 64].bytes[3] = i >> 16;
		read += packets[(i + 1) % 64].word;
		sum += (uint32_t)i << 8 | (sum & 0xff);
	}
	sent = sum;
	seen = read;
	return sum;
}
