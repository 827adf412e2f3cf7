#include "cyclelab.h"

/* Each turn needs the previous result: an addition, then a shift, then an exclusive or. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		x += i;
		x ^= x >> 7;
	}
	return x;
}
