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

/* The first eight values drawn, again and again. Four of them are large. */
void setup(uint64_t seed) {
	state = seed | 1;
	for (int i = 0; i < count; i++) data[i] = i < 8 ? uint8_t(drawn() % 128 + (i * 5 % 8 < 4 ? 128 : 0)) : data[i - 8];
}

/* The empty assembly statement changes nothing. The compiler cannot execute it unconditionally, so it must branch. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0, from = at;
	for (uint64_t i = 0; i < iterations; i++) {
		const int value = data[from++ % count];
		if (value >= 128) {
			sum += uint64_t(value);
			__asm__ volatile("" : "+r"(sum));
		}
	}
	at = from;
	return sum;
}
