#include "cyclelab.h"

constexpr uint64_t turns(uint64_t most) {
	uint64_t x = 1;
	for (uint64_t i = 0; i != most; i++) x = x * 3;
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
