#include "cyclelab.h"

enum { numbers = 4096, distances = 2112 };

/* 16 KiB that are walked over and over, all in L1, and room for the partners of the last ones. */
static int32_t data[numbers + distances] __attribute__((aligned(64)));
static uint64_t delta, position;

void setup(uint64_t seed) {
	delta = cyclelab_parameter("delta", 16);
	if (delta > distances) __builtin_trap();
	for (uint64_t i = 0; i < numbers + distances; i++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		data[i] = (int32_t)(seed >> 32);
	}
}

/* The document's loop: is a number smaller than its partner, `delta` further on? Counted, so that the result shows more. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t d = delta;
	uint64_t i = position, left = iterations, smaller = 0;
	while (left > 0) {
		const uint64_t end = left < numbers - i ? i + left : numbers;
		left -= end - i;
		for (; i < end; i++) {
			smaller += data[i] < data[i + d];
		}
		if (i == numbers) i = 0;
	}
	position = i;
	return smaller;
}
