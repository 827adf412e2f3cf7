#include "cyclelab.h"

enum { rows = 128, width = 16, count = rows * width, pairs = 1024 };

static uint32_t pixels[count + width];
static uint64_t at;

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) pixels[i] = (uint32_t)(seed + i);
}

/* Each pixel and the pixel below it, in rows of 16. */
uint64_t kernel(uint64_t iterations) {
	uint64_t own = 0, below = 0, next = at;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		own += pixels[next];
		below += pixels[next + width];
		next = (next + 1) % pairs;
	}
	at = next;
	return own ^ below;
}
