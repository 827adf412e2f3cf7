#include "cyclelab.h"

static volatile uint64_t lock;

/* A turn looks at a lock six times, with one PAUSE after each look. */
uint64_t kernel(uint64_t iterations) {
	uint64_t seen = 0;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
#pragma clang loop unroll(disable)
		for (uint64_t look = 0; look < 6; look++) {
			seen += lock;
			__asm__ volatile("pause");
		}
	}
	return seen;
}
