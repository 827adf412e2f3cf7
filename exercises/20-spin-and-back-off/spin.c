#include "cyclelab.h"

#if defined(__x86_64__)
#define PAUSE "pause"
#else
#define PAUSE "yield"
#endif

enum { FIRST = 50, FACTOR = 3, PER_CORE = 20000 };

static uint64_t limit;

void setup(uint64_t seed) {
	(void)seed;
	limit = PER_CORE * cyclelab_parameter("cores", 2);
}

/* Pauses of one time around: rounds of 50, 150, 450 ... A real lock would look between two rounds whether it is free. */
static uint64_t backOff(void) {
	uint64_t done = 0;
	for (uint64_t round = FIRST; round < limit; round *= FACTOR) {
		for (uint64_t left = round; left > 0; left--) __asm__ volatile(PAUSE);
		done += round;
	}
	return done;
}

/* An iteration is one time around. After ten of them a thread gives up and asks the system to wake it. */
uint64_t kernel(uint64_t iterations) {
	uint64_t pauses = 0;
	for (uint64_t i = 0; i < iterations; i++) pauses += backOff();
	return pauses;
}
