#include "cyclelab.h"

/* Volatile: every store and load below really happens, at this width and in this order. Each packet has its own line. */
static volatile union {
	uint8_t bytes[64];
	uint32_t word;
} first, second;

static uint32_t sent, seen;

/* As in `apart`, but two packets are written before the first of them is read. */
uint64_t kernel(uint64_t iterations) {
	uint32_t sum = sent, read = seen;
	uint64_t i = 0;
	for (; i + 2 <= iterations; i += 2) {
		first.bytes[0] = sum;
		first.bytes[1] = i;
		first.bytes[2] = i >> 8;
		first.bytes[3] = i >> 16;
		sum += (uint32_t)i << 8 | (sum & 0xff);
		second.bytes[0] = sum;
		second.bytes[1] = i + 1;
		second.bytes[2] = (i + 1) >> 8;
		second.bytes[3] = (i + 1) >> 16;
		sum += (uint32_t)(i + 1) << 8 | (sum & 0xff);
		read += first.word;
		read += second.word;
	}
	for (; i < iterations; i++) sum += (uint32_t)i << 8 | (sum & 0xff);
	sent = sum;
	seen = read;
	return sum;
}
