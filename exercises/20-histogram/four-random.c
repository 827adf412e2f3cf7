#include "cyclelab.h"

enum { count = 16384, values = 256 };

static uint8_t data[count];
static uint32_t tables[4][values];
static uint64_t at = 0;

/* Bytes at random. */
void setup(uint64_t seed) {
	uint64_t state = seed | 1;
	for (int i = 0; i < count; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		data[i] = (uint8_t)(state >> 32);
	}
}

/* The counts in a single number. */
static uint64_t summary(void) {
	uint64_t sum = 0;
	for (int i = 0; i < values; i++) sum = sum * 31 + tables[0][i] + tables[1][i] + tables[2][i] + tables[3][i];
	return sum;
}

/* Four bytes a turn, each counted in another table. */
uint64_t kernel(uint64_t iterations) {
	uint64_t from = at, left = iterations;
	for (; left >= 4; left -= 4) {
		tables[0][data[from % count]]++;
		tables[1][data[(from + 1) % count]]++;
		tables[2][data[(from + 2) % count]]++;
		tables[3][data[(from + 3) % count]]++;
		from += 4;
	}
	for (; left > 0; left--) tables[0][data[from++ % count]]++;
	at = from;
	return summary();
}
