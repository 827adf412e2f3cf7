#include "cyclelab.h"

/* A ring of one: the address of itself. */
static void *ring;

void setup(uint64_t seed) {
	(void)seed;
	ring = &ring;
}

/* Three loads in a chain, each of the address that the load before has loaded. All hit L1. */
uint64_t kernel(uint64_t iterations) {
	void *volatile *at = (void *volatile *)ring;
	for (uint64_t i = 0; i < iterations; i++) {
		at = (void *volatile *)*at;
		at = (void *volatile *)*at;
		at = (void *volatile *)*at;
	}
	return at == &ring;
}
