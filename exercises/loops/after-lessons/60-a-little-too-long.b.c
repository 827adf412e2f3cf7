#include "cyclelab.h"

enum { held = 1100, patience = 1000, asleep = 1000 };

static inline uint64_t work(uint64_t units, uint64_t amount) {
	for (uint64_t unit = 0; unit < amount; unit++) {
		units++;
		__asm__ volatile("" : "+r"(units));
	}
	return units;
}

/* Waits for a lock that is held for 1100 units: looks for 1000, and sleeps if it is not free by then. */
uint64_t kernel(uint64_t iterations) {
	uint64_t units = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		units = work(units, held < patience ? held : patience);
		if (held > patience) units = work(units, asleep);
	}
	return units;
}
