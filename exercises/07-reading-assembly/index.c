#include "cyclelab.h"

enum { count = 256 };

static uint64_t next[count];

/* One circle through all places; 37 and 256 have no common factor. */
void setup(uint64_t seed) {
	(void)seed;
	for (uint64_t i = 0; i < count; i++) next[i] = (i + 37) % count;
}

/* Each step loads the number of the next place. */
uint64_t kernel(uint64_t iterations) {
	uint64_t at = 0;
	for (uint64_t i = 0; i < iterations; i++) at = next[at];
	return at;
}
