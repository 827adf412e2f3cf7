#include "cyclelab.h"

enum { count = 1 << 20 };

static uint8_t data[count];
static uint64_t at = 0;

/* The document's values, 0 to 255, from a generator of our own. */
static uint64_t state;
static int drawn() {
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return int(state >> 20 & 255);
}

void setup(uint64_t seed) {
	state = seed | 1;
	for (int i = 0; i < count; i++) data[i] = uint8_t(drawn());
}

/* No branch depends on the value: the difference's sign bit, copied to all bits, is the mask. The empty assembly statement
 * keeps the compiler from adding several elements at once, so that only the branch is missing. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0, from = at;
	for (uint64_t i = 0; i < iterations; i++) {
		const int value = data[from++ % count];
		const int mask = (127 - value) >> 31;
		sum += uint64_t(value & mask);
		__asm__ volatile("" : "+r"(sum));
	}
	at = from;
	return sum;
}
