#include "cyclelab.h"

static volatile uint64_t room[4096];
static uint64_t at, value;

void setup(uint64_t seed) {
	value = seed;
}

/* Puts numbers into a room. After 1024 numbers it is cleared, all 4096 words. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = value, next = at;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		sum += sum >> 7 ^ i;
		room[next++] = sum;
		if (next == 1024) {
			next = 0;
#pragma clang loop vectorize(disable) unroll(disable)
			for (uint64_t word = 0; word < 4096; word++) room[word] = 0;
		}
	}
	at = next;
	return sum;
}
