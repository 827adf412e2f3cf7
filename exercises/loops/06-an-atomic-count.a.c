#include "cyclelab.h"

struct line {
	uint64_t number, padding[7];
};

enum { count = 524288 };

static struct line lines[count], turns;
static uint64_t drawn = 1;

void setup(uint64_t seed) {
	drawn = seed | 1;
	for (uint64_t i = 0; i < count; i++) lines[i].number = i;
}

/* Each turn writes one number to a random line of 32 MiB. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = drawn;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		lines[x >> 45].number = x;
	}
	drawn = x;
	return x + turns.number + lines[x >> 45].number;
}
