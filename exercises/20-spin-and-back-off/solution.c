#include "cyclelab.h"

#if defined(__x86_64__)
#define PAUSE "pause"
#else
#define PAUSE "yield"
#endif

enum { FIRST = 50, FACTOR = 3, PER_CORE = 20000 };

static uint64_t budget;

void setup(uint64_t seed) {
	(void)seed;
	budget = PER_CORE * cyclelab_parameter("cores", 2);
}

/* Rounds of 50, 150, 450 ... as before; the last one takes what is left of the budget. */
static uint64_t backOff(void) {
	uint64_t done = 0;
	for (uint64_t round = FIRST; done < budget; round *= FACTOR) {
		const uint64_t left = budget - done, length = round < left ? round : left;
		for (uint64_t pauses = length; pauses > 0; pauses--) __asm__ volatile(PAUSE);
		done += length;
	}
	return done;
}

/* An iteration is one time around. After ten of them a thread gives up and asks the system to wake it. */
uint64_t kernel(uint64_t iterations) {
	uint64_t pauses = 0;
	for (uint64_t i = 0; i < iterations; i++) pauses += backOff();
	return pauses;
}
