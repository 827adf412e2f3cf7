#include "cyclelab.h"

enum { count = 1024 };

static uint32_t next[count];
static uint32_t at = 0;

/* A list in one array: place 0 leads to 1, 1 to 2, and the last one to 0. A few neighbours are visited in the other order. */
void setup(uint64_t seed) {
	uint32_t order[count];
	for (uint32_t i = 0; i < count; i++) order[i] = i;
	for (uint32_t i = uint32_t(seed % 8) + 1; i + 1 < count; i += 128) {
		order[i] = i + 1;
		order[i + 1] = i;
	}
	for (uint32_t i = 0; i < count; i++) next[order[i]] = order[(i + 1) % count];
}

/* Most places lead to their neighbour. The branch guesses that, and the load only has to confirm it. The empty assembly
 * statements keep the compiler from seeing that both cases give the same number, and from making a conditional move. */
uint64_t kernel(uint64_t iterations) {
	uint32_t place = at;
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		const uint32_t loaded = next[place];
		uint32_t guess = place + 1;
		__asm__ volatile("" : "+r"(guess));
		place++;
		if (guess != loaded) {
			place = loaded;
			__asm__ volatile("" : "+r"(place));
		}
		sum += place;
	}
	at = place;
	return sum;
}
