#include "cyclelab.h"

struct eight {
	uint8_t x1, x2, x3, x4, x5, x6, x7, x8;
};

static struct eight structs[256];
static uint32_t at;

void setup(uint64_t seed) {
	for (uint32_t i = 0; i < 256; i++) {
		structs[i].x1 = (uint8_t)(i * 7 + seed);
		structs[i].x2 = (uint8_t)(i * 11 + seed);
	}
}

/* The same loop, with a variable that must lie in memory: the assembly, empty as it is, asks for it there. */
uint64_t kernel(uint64_t iterations) {
	uint32_t sum = 0, i = at;
	for (uint64_t n = 0; n < iterations; n++) {
		struct eight s = structs[i];
		__asm__ volatile("" : "+m"(s));
		sum += s.x1 + s.x2;
		i = (i + 1) % 256;
	}
	at = i;
	return sum;
}
