#include "cyclelab.h"

enum { released = 420 };

/* Looks after 10 units of time, after 30 more, after 90, 270 and 810, until the lock is free: after 420 units. */
uint64_t kernel(uint64_t iterations) {
	uint64_t units = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		uint64_t passed = 0, round = 10;
		do {
			for (uint64_t unit = 0; unit < round; unit++) {
				units++;
				__asm__ volatile("" : "+r"(units));
			}
			passed += round;
			round *= 3;
		} while (passed < released);
	}
	return units;
}
