#include "cyclelab.h"

enum { count = 1 << 20 };

static uint8_t data[count];
static int limit;
static volatile int sum;
static uint64_t at = 0;

/* The document's values, 0 to 99, from a generator of our own. None is below 0. */
void setup(uint64_t seed) {
	uint64_t state = seed | 1;
	for (int i = 0; i < count; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		data[i] = (uint8_t)((state >> 32) % 100);
	}
	limit = (int)cyclelab_parameter("limit", 0);
}

/* The sum is volatile, as in the document: it is added to in memory, and never without the branch. */
uint64_t kernel(uint64_t iterations) {
	const int below = limit;
	uint64_t from = at;
	sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		const int value = data[from++ % count];
		if (value < below) sum = sum + value;
	}
	at = from;
	return (uint64_t)(uint32_t)sum;
}
