#include "cyclelab.h"

enum { FIRST = 50, FACTOR = 3, PER_CORE = 20000, CYCLES = 10 };

static uint64_t pauses, step = 1;

void setup(uint64_t seed) {
	const uint64_t limit = PER_CORE * cyclelab_parameter("cores", 2);
	for (uint64_t round = FIRST; round < limit; round *= FACTOR) pauses += round;
	step = seed | 1;
}

/* Ten dependent additions, ten cycles, in place of each PAUSE: as long as it was when the numbers were chosen. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t additions = pauses * CYCLES, by = step;
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		for (uint64_t left = additions; left > 0; left--) {
			sum += by;
			__asm__ volatile("" : "+r"(sum));
		}
	}
	return iterations * pauses;
}
