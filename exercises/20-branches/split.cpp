#include "cyclelab.h"

enum { count = 1 << 20 };

static uint8_t data[count];
static uint64_t at = 0;

/* The document's values, 0 to 255, from a generator of our own. */
static uint64_t state;
static int drawn() {
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return int(state >> 20 & 255);
}

void setup(uint64_t seed) {
	state = seed | 1;
	for (int i = 0; i < count; i++) data[i] = uint8_t(drawn());
}

/* Two sums: the lowest bit of the value decides which one grows. Both cases must branch. */
uint64_t kernel(uint64_t iterations) {
	uint64_t even = 0, odd = 0, from = at;
	for (uint64_t i = 0; i < iterations; i++) {
		const uint64_t value = uint64_t(data[from++ % count]);
		if (value % 2 == 1) {
			odd += value;
			__asm__ volatile("" : "+r"(odd));
		} else {
			even += value;
			__asm__ volatile("" : "+r"(even));
		}
	}
	at = from;
	return even * 3 + odd;
}
