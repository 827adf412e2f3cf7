#include "cyclelab.h"

enum { most = 1 << 25 };

static uint32_t sorted[most] __attribute__((aligned(64)));
static uint64_t size, state;

/* The odd numbers in ascending order: one less than `size`, which is a power of two. */
void setup(uint64_t seed) {
	size = cyclelab_parameter("elements", 1024);
	state = seed;
	for (uint64_t i = 0; i + 1 < size; i++) sorted[i] = (uint32_t)(2 * i + 1);
}

/* How many elements are smaller. The empty assembly statement keeps the branch. */
static inline uint64_t search(uint32_t value) {
	uint64_t place = 0;
	for (uint64_t half = size / 2; half > 0; half /= 2)
		if (sorted[place + half - 1] < value) {
			place += half;
			__asm__ volatile("" : "+r"(place));
		}
	return place;
}

/* The next value to search for depends on the last place found, so no search begins before the previous one is done. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0, drawn = state;
	for (uint64_t i = 0; i < iterations; i++) {
		const uint64_t place = search((uint32_t)((drawn >> 32) * 2 * size >> 32));
		drawn = (drawn + place) * 6364136223846793005u + 1442695040888963407u;
		sum += place;
	}
	state = drawn;
	return sum;
}
