#include "cyclelab.h"

enum { most = 1 << 20 };

static uint8_t data[most];
static uint64_t length, at = 0;

/* One value in eight is 128 or more, at random. */
void setup(uint64_t seed) {
	uint64_t state = seed | 1;
	length = cyclelab_parameter("length", 1000);
	for (uint64_t i = 0; i < length; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		data[i] = (uint8_t)((state >> 20 & 127) + (state >> 32 & 7 ? 0 : 128));
	}
}

/* The empty assembly statement changes nothing. The compiler cannot execute it unconditionally, so it must branch. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t end = length;
	uint64_t sum = 0, next = at;
	for (uint64_t i = 0; i < iterations; i++) {
		const uint64_t value = data[next];
		next = next + 1 == end ? 0 : next + 1;
		if (value >= 128) {
			sum += value;
			__asm__ volatile("" : "+r"(sum));
		}
	}
	at = next;
	return sum;
}
