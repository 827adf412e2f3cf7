#include "cyclelab.h"

enum { count = 4096, room = 16 };

static uint32_t numbers[2 * count + room];
static const uint32_t *source;
static uint32_t *target;
static uint64_t at = 0;

/* The target begins behind the last number. */
void setup(uint64_t seed) {
	source = numbers + seed % 8;
	target = numbers + count + seed % 8;
	for (uint64_t i = 0; i < 2 * count + room; i++) numbers[i] = uint32_t(seed + i);
}

/* Each number plus its place, at another place. The compiler does not know how far away. */
static inline void copy(uint32_t *to, const uint32_t *from, uint64_t many) {
	for (uint64_t i = 0; i < many; i++) to[i] = from[i] + uint32_t(i);
}

uint64_t kernel(uint64_t iterations) {
	uint64_t left = iterations, sum = 0;
	while (left > 0) {
		const uint64_t some = left < count - at ? left : count - at;
		copy(target + at, source + at, some);
		sum = sum * 31 + target[at + some - 1];
		left -= some;
		at = (at + some) % count;
	}
	return sum;
}
