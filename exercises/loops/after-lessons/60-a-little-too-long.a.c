#include "cyclelab.h"

enum { asleep = 1000 };

static inline uint64_t work(uint64_t units, uint64_t amount) {
	for (uint64_t unit = 0; unit < amount; unit++) {
		units++;
		__asm__ volatile("" : "+r"(units));
	}
	return units;
}

/* Waits for a lock: sleeps at once. To fall asleep and be woken takes 1000 units of processor time. */
uint64_t kernel(uint64_t iterations) {
	uint64_t units = 0;
	for (uint64_t i = 0; i < iterations; i++) units = work(units, asleep);
	return units;
}
