#include "cyclelab.h"

#if defined(__x86_64__)
#define PAUSE "pause"
#else
#define PAUSE "yield"
#endif

enum { FIRST = 50, FACTOR = 3, PER_CORE = 20000 };

static uint64_t last;

void setup(uint64_t seed) {
	(void)seed;
	const uint64_t limit = PER_CORE * cyclelab_parameter("cores", 2);
	for (uint64_t round = FIRST; round < limit; round *= FACTOR) last = round;
}

/* Only the longest round: for so long nobody looks whether the lock is free. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t count = last;
	for (uint64_t i = 0; i < iterations; i++) {
		for (uint64_t left = count; left > 0; left--) __asm__ volatile(PAUSE);
	}
	return iterations * count;
}
