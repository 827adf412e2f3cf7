#include "cyclelab.h"

#include <cstring>

enum { count = 4096 };

static float data[count];
static uint64_t at = 0;

/* Small whole numbers, so that all sums are exact in any order. */
void setup(uint64_t seed) {
	for (int i = 0; i < count; i++) data[i] = float((seed + uint64_t(i) * 7) % 16);
}

/* Floats that are not negative are in the same order as their bits, read as whole numbers. */
uint64_t kernel(uint64_t iterations) {
	uint32_t most = 0;
	uint64_t from = at, left = iterations;
	while (left > 0) {
		const uint64_t end = left < count - from ? from + left : uint64_t(count);
		left -= end - from;
		for (; from < end; from++) {
			uint32_t bits;
			std::memcpy(&bits, &data[from], sizeof bits);
			most = bits > most ? bits : most;
		}
		if (from == count) from = 0;
	}
	at = from;
	float largest;
	std::memcpy(&largest, &most, sizeof largest);
	return uint64_t(largest);
}
