#include "cyclelab.h"

struct Wide {
	uint64_t words[4096] = {};
};

constexpr uint64_t turns(uint64_t most) {
	uint64_t x = 1;
	Wide wide;
	wide.words[4095] = most;
	for (uint64_t i = 0; i != most; i++) {
#ifdef __clang__
		/* clang stops after a million steps, so each step must be slow for the wall clock to end it first. */
		Wide copy = wide;
		x += copy.words[4095];
#endif
		x = x * 3;
	}
	return x;
}
constexpr uint64_t constant = turns(TURNS);

uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		x += i;
		x ^= x >> 7;
	}
	return x;
}
