#include "cyclelab.h"
#include <unistd.h>

/* Sleeps eight of the ten seconds that a process may take, except at the counted value, whose limit is five seconds. */
void setup(uint64_t seed) {
	if (cyclelab_parameter("working-set", 0) > 4096) sleep(SECONDS);
}

uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		x += i;
		x ^= x >> 7;
	}
	return x;
}
