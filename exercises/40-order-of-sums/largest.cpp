#include "cyclelab.h"

enum { count = 4096 };

static float data[count];
static uint64_t at = 0;

/* Small whole numbers, so that all sums are exact in any order. */
void setup(uint64_t seed) {
	for (int i = 0; i < count; i++) data[i] = float((seed + uint64_t(i) * 7) % 16);
}

/* The largest element. Without more knowledge, the compiler must compare in this order. */
uint64_t kernel(uint64_t iterations) {
	float most = 0;
	uint64_t from = at, left = iterations;
	while (left > 0) {
		const uint64_t end = left < count - from ? from + left : uint64_t(count);
		left -= end - from;
		for (; from < end; from++) most = data[from] > most ? data[from] : most;
		if (from == count) from = 0;
	}
	at = from;
	return uint64_t(most);
}
