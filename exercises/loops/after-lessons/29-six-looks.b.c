#include "cyclelab.h"

static volatile uint64_t lock;

/* A turn looks at a lock six times. After the first look it pauses once, and after each later look twice as often as before. */
uint64_t kernel(uint64_t iterations) {
	uint64_t seen = 0;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
#pragma clang loop unroll(disable)
		for (uint64_t look = 0; look < 6; look++) {
			seen += lock;
#pragma clang loop unroll(disable)
			for (uint64_t pause = 0; pause < 1u << look; pause++) __asm__ volatile("pause");
		}
	}
	return seen;
}
