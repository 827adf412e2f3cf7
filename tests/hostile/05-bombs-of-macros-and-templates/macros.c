#include "cyclelab.h"

/* Each level has ten times the size of the previous level. */
#define TEN(x) x x x x x x x x x x
#define THOUSAND(x) TEN(TEN(TEN(x)))
#ifdef MANY
const char *text = THOUSAND(THOUSAND(THOUSAND("a")));
#else
const char *text = THOUSAND("a");
#endif

uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		x += i;
		x ^= x >> 7;
	}
	return x;
}
