#include "cyclelab.h"
#include <sys/mman.h>

static uint8_t *data;
static uint64_t mask, position;

/* The document's array, in ordinary 4 KB pages on every machine, each page written once. */
void setup(uint64_t seed) {
	uint64_t bytes = cyclelab_parameter("working-set", 4096);
	data = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (data == MAP_FAILED) __builtin_trap();
	madvise(data, bytes, MADV_NOHUGEPAGE);
	for (uint64_t i = 0; i < bytes; i++) data[i] = (uint8_t)seed;
	mask = bytes - 1;
}

/* The document's loop. It goes on where it stopped, so that a large array is walked from end to end. */
uint64_t kernel(uint64_t iterations) {
	uint8_t *const array = data;
	const uint64_t wrap = mask, start = position;
	for (uint64_t i = 0; i < iterations; i++) {
		array[(start + i) * 64 & wrap]++;
	}
	position = start + iterations;
	return array[(position - 1) * 64 & wrap];
}
