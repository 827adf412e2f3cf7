#include "cyclelab.h"

enum { count = 1 << 20 };

static uint8_t data[count];
static uint64_t at = 0;

/* The document's values, 0 to 255, from a generator of our own. */
static uint64_t state;
static int drawn(void) {
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (int)(state >> 20 & 255);
}

/* The same values, each 32,768 of them sorted: as many of each as were drawn. */
void setup(uint64_t seed) {
	enum { piece = 32768 };
	state = seed | 1;
	for (int from = 0; from < count; from += piece) {
		int drawn_of[256] = {0}, next = from;
		for (int i = 0; i < piece; i++) drawn_of[drawn()]++;
		for (int value = 0; value < 256; value++)
			for (int i = 0; i < drawn_of[value]; i++) data[next++] = (uint8_t)value;
	}
}

/* The empty assembly statement changes nothing. The compiler cannot execute it unconditionally, so it must branch. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0, from = at;
	for (uint64_t i = 0; i < iterations; i++) {
		const int value = data[from++ % count];
		if (value >= 128) {
			sum += (uint64_t)value;
			__asm__ volatile("" : "+r"(sum));
		}
	}
	at = from;
	return sum;
}
