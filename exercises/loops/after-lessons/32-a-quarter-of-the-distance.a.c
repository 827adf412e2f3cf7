#include "cyclelab.h"

enum { lines = 32, distance = 4096 };

static char memory[lines * distance] __attribute__((aligned(4096)));

/* A circle of 32 lines, 4 KiB apart. Each begins with the address of the next. */
void setup(uint64_t seed) {
	(void)seed;
	for (uint64_t i = 0; i < lines; i++) *(void **)(memory + i * distance) = memory + (i * 5 + 7) % lines * distance;
}

/* Goes from line to line. */
uint64_t kernel(uint64_t iterations) {
	void **at = (void **)(void *)memory;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) at = (void **)*at;
	return (uint64_t)at;
}
