#include "cyclelab.h"

#if defined(__x86_64__)
#define PAUSE "pause"
#else
#define PAUSE "yield"
#endif

enum { FIRST = 50, FACTOR = 3, PER_CORE = 20000 };

static uint64_t pauses;

/* How many pauses the rounds have together, counted without making any. */
void setup(uint64_t seed) {
	(void)seed;
	const uint64_t limit = PER_CORE * cyclelab_parameter("cores", 2);
	for (uint64_t round = FIRST; round < limit; round *= FACTOR) pauses += round;
}

/* The same number of pauses as in `spin`, in one plain loop: what they cost without rounds, looks and tripling. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t count = pauses;
	for (uint64_t i = 0; i < iterations; i++) {
		for (uint64_t left = count; left > 0; left--) __asm__ volatile(PAUSE);
	}
	return iterations * count;
}
