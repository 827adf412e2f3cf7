#include "cyclelab.h"
#include <sys/mman.h>

enum { numbers = 1024 * 1024, array = 2 * numbers };

/* The document's array of 8 MB, of which it walks the first half. */
static int32_t *data;
static uint64_t delta, position;

void setup(uint64_t seed) {
	delta = cyclelab_parameter("delta", 16);
	if (delta > numbers) __builtin_trap();
	data = mmap(NULL, array * sizeof *data, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (data == MAP_FAILED) __builtin_trap();
	madvise(data, array * sizeof *data, MADV_NOHUGEPAGE);
	for (uint64_t i = 0; i < array; i++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		data[i] = (int32_t)(seed >> 32);
	}
}

/* The document's loop: is a number smaller than its partner, `delta` further on? Counted, so that the result shows more. */
uint64_t kernel(uint64_t iterations) {
	const int32_t *const ptr = data;
	const uint64_t d = delta;
	uint64_t i = position, left = iterations, smaller = 0;
	while (left > 0) {
		const uint64_t end = left < numbers - i ? i + left : numbers;
		left -= end - i;
		for (; i < end; i++) {
			smaller += ptr[i] < ptr[i + d];
		}
		if (i == numbers) i = 0;
	}
	position = i;
	return smaller;
}
