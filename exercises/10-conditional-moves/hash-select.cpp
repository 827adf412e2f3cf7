#include "cyclelab.h"

/* Clang makes a branch of a choice that it takes for predictable. */
#ifdef __clang__
#define UNPREDICTABLE(condition) __builtin_unpredictable(condition)
#else
#define UNPREDICTABLE(condition) (condition)
#endif

enum { count = 1 << 20 };

static uint8_t data[count];
static int limit;
static uint64_t factor;
static uint64_t at = 0;

/* The document's values, 0 to 99, from a generator of our own. None is below 0. */
void setup(uint64_t seed) {
	uint64_t state = seed | 1;
	for (int i = 0; i < count; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		data[i] = uint8_t((state >> 32) % 100);
	}
	limit = int(cyclelab_parameter("limit", 0));
	factor = seed * 8 + 5;
}

/* The same hash. Each step is computed, as the empty assembly statement needs it, and a conditional move chooses. */
uint64_t kernel(uint64_t iterations) {
	const int below = limit;
	uint64_t hash = 1, from = at;
	for (uint64_t i = 0; i < iterations; i++) {
		const int value = data[from++ % count];
		uint64_t hashed = hash * factor + uint64_t(value);
		__asm__ volatile("" : "+r"(hashed));
		hash = UNPREDICTABLE(value < below) ? hashed : hash;
	}
	at = from;
	return hash;
}
