#include "cyclelab.h"

enum { count = 4096, lanes = 16 };

static float data[count];
static uint64_t at = 0;

/* Small whole numbers, so that all sums are exact in any order. */
void setup(uint64_t seed) {
	for (int i = 0; i < count; i++) data[i] = (float)((seed + (uint64_t)i * 7) % 16);
}

/* Sixteen sums, each with its own order: every sixteenth element. Vectors have room for all of them. */
uint64_t kernel(uint64_t iterations) {
	float sums[lanes] = {0}, sum = 0;
	uint64_t from = at, left = iterations;
	while (left > 0) {
		const uint64_t end = left < count - from ? from + left : count;
		left -= end - from;
		for (; from + lanes <= end; from += lanes)
			for (int lane = 0; lane < lanes; lane++) sums[lane] += data[from + (uint64_t)lane];
		for (; from < end; from++) sum += data[from];
		if (from == count) from = 0;
	}
	at = from;
	for (int lane = 0; lane < lanes; lane++) sum += sums[lane];
	return (uint64_t)sum;
}
