#include "cyclelab.h"

enum { count = 4096, room = 16 };

struct buffer {
	uint8_t *bytes;
	uint64_t used;
};

static uint32_t numbers[count];
static uint8_t places[count];
static buffer buffers[room], *out;

/* Which buffer is used is not known before the run. */
void setup(uint64_t seed) {
	for (int i = 0; i < count; i++) numbers[i] = uint32_t(seed + uint64_t(i) * 7);
	out = buffers + seed % room;
	out->bytes = places;
}

/* Place and length are in variables of this function, which no store of a byte can change. */
static inline void append(buffer *to, const uint32_t *from, uint64_t many) {
	uint8_t *const place = to->bytes + to->used;
	for (uint64_t i = 0; i < many; i++) place[i] = uint8_t(from[i]);
	to->used += many;
}

uint64_t kernel(uint64_t iterations) {
	uint64_t left = iterations, sum = 0;
	while (left > 0) {
		const uint64_t some = left < count - out->used ? left : count - out->used;
		append(out, numbers + out->used, some);
		left -= some;
		sum = sum * 31 + out->bytes[out->used - 1];
		out->used %= count;
	}
	return sum;
}
