#include "cyclelab.h"

enum { count = 1 << 20 };

static uint8_t data[count];
static int limit;
static uint64_t factor;
static uint64_t at = 0;

/* The document's values, 0 to 99, from a generator of our own. None is below 0. */
void setup(uint64_t seed) {
	uint64_t state = seed | 1;
	for (int i = 0; i < count; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		data[i] = uint8_t((state >> 32) % 100);
	}
	limit = int(cyclelab_parameter("limit", 0));
	factor = seed * 8 + 5;
}

/* The elements below the limit are hashed. The empty assembly statement keeps the branch. */
uint64_t kernel(uint64_t iterations) {
	const int below = limit;
	uint64_t hash = 1, from = at;
	for (uint64_t i = 0; i < iterations; i++) {
		const int value = data[from++ % count];
		if (value < below) {
			hash = hash * factor + uint64_t(value);
			__asm__ volatile("" : "+r"(hash));
		}
	}
	at = from;
	return hash;
}
