#include "cyclelab.h"

enum { count = 4096 };

static uint32_t data[count];
static uint64_t at = 0;

/* Small whole numbers, so that all sums are exact in any order. */
void setup(uint64_t seed) {
	for (int i = 0; i < count; i++) data[i] = uint32_t((seed + uint64_t(i) * 7) % 16);
}

/* The sum of whole numbers is the same in any order, and the compiler knows that. */
uint64_t kernel(uint64_t iterations) {
	uint32_t sum = 0;
	uint64_t from = at, left = iterations;
	while (left > 0) {
		const uint64_t end = left < count - from ? from + left : uint64_t(count);
		left -= end - from;
		for (; from < end; from++) sum += data[from];
		if (from == count) from = 0;
	}
	at = from;
	return sum;
}
