#include "cyclelab.h"

enum { count = 32, asked = 1024 };

static int32_t sorted[count], keys[asked];

void setup(uint64_t seed) {
	for (int32_t i = 0; i < count; i++) sorted[i] = i * 64;
	for (uint64_t i = 0; i < asked; i++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		keys[i] = (int32_t)(seed >> 53);
	}
}

/* Halves the table five times without a branch, to find how many numbers are below the key. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		int32_t key = keys[i % asked];
		const int32_t *at = sorted;
#pragma clang loop unroll(full)
		for (uint64_t half = count / 2; half > 0; half /= 2) {
			const int32_t *above = at + half;
			at = above[-1] < key ? above : at;
			__asm__("" : "+r"(at));
		}
		sum += (uint64_t)(at - sorted) + (*at < key);
	}
	return sum;
}
