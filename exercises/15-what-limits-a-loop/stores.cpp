#include "cyclelab.h"

enum { count = 4096 };

/* Volatile: each byte is stored by an instruction of its own. */
static volatile uint8_t bytes[count];

/* Fills sixteen bytes with the turn's number, byte by byte. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		volatile uint8_t *at = bytes + i * 16 % count;
		const uint8_t byte = uint8_t(i);
		at[0] = byte, at[1] = byte, at[2] = byte, at[3] = byte;
		at[4] = byte, at[5] = byte, at[6] = byte, at[7] = byte;
		at[8] = byte, at[9] = byte, at[10] = byte, at[11] = byte;
		at[12] = byte, at[13] = byte, at[14] = byte, at[15] = byte;
	}
	uint64_t sum = 0;
	for (uint64_t i = 0; i < count; i++) sum = sum * 31 + bytes[i];
	return sum;
}
