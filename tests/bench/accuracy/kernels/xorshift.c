#include "cyclelab.h"

/* Three shifts and three exclusive ors, each dependent on the previous: 6 cycles where both take one. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 88172645463325252u;
	for (uint64_t i = 0; i < iterations; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
	}
	return x;
}
