#include "cyclelab.h"

/* Each turn needs the previous result: an exclusive or, then a multiplication. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		x = (x ^ i) * 6364136223846793005u;
	}
	return x;
}
