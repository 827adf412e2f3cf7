#include "cyclelab.h"

enum { numbers = 4096, distances = 2112 };

/* As in `small`. */
static uint32_t data[numbers + distances] __attribute__((aligned(64)));
static uint64_t delta, position;

void setup(uint64_t seed) {
	delta = cyclelab_parameter("delta", 16);
	if (delta > distances) __builtin_trap();
	for (uint64_t i = 0; i < numbers + distances; i++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		data[i] = (uint32_t)(seed >> 32);
	}
}

/* The same pairs, only added up, four a turn and in four sums, so that little but loads is left to do. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t d = delta;
	uint64_t i = position, left = iterations;
	uint32_t even = 0, odd = 0, evenPartners = 0, oddPartners = 0;
	while (left > 0) {
		const uint64_t end = left < numbers - i ? i + left : numbers;
		left -= end - i;
		for (; i + 4 <= end; i += 4) {
			const uint32_t *const from = &data[i], *const partner = &data[i + d];
			even += from[0];
			evenPartners += partner[0];
			odd += from[1];
			oddPartners += partner[1];
			even += from[2];
			evenPartners += partner[2];
			odd += from[3];
			oddPartners += partner[3];
		}
		for (; i < end; i++) {
			even += data[i];
			evenPartners += data[i + d];
		}
		if (i == numbers) i = 0;
	}
	position = i;
	return (uint32_t)(even + odd + evenPartners + oddPartners);
}
