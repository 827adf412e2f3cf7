#include "cyclelab.h"

struct small {
	uint8_t x1, x2, x3, x4, x5, x6, x7, x8;
};

enum { structs = 256 };

static struct small array[structs];
static uint64_t position;

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < structs; i++) {
		array[i].x1 = (uint8_t)(seed + i);
		array[i].x2 = (uint8_t)(i >> 2);
	}
}

/* The document's loop: copy a struct, add two of its eight bytes. It goes on where it stopped. */
uint64_t kernel(uint64_t iterations) {
	uint64_t i = position, left = iterations;
	uint32_t sum = 0;
	while (left > 0) {
		const uint64_t end = left < structs - i ? i + left : structs;
		left -= end - i;
		for (; i < end; i++) {
			const struct small one = array[i];
			sum += (uint32_t)one.x1 + one.x2;
		}
		if (i == structs) i = 0;
	}
	position = i;
	cyclelab_meter("step", iterations * sizeof(struct small));
	return sum;
}
