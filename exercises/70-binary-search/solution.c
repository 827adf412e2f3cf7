#include "cyclelab.h"

enum { most = 1 << 25 };

static uint32_t tree[most] __attribute__((aligned(64)));
static uint64_t size, state;

/* The odd numbers in the order of a search tree: the root at 1, and the children of `k` at 2 `k` and 2 `k` + 1. */
void setup(uint64_t seed) {
	size = cyclelab_parameter("elements", 1024);
	state = seed;
	for (uint64_t first = 1; first < size; first *= 2)
		for (uint64_t i = 0; i < first; i++) tree[first + i] = (uint32_t)((2 * i + 1) * (size / first) - 1);
}

/* The sixteen descendants four levels down share one cache line, which is asked for before they are needed. */
static inline uint64_t search(uint32_t value) {
	uint64_t k = 1;
	while (k < size) {
		__builtin_prefetch(tree + k * 16 % most);
		k = 2 * k + (tree[k] < value);
	}
	return k - size;
}

/* The next value to search for depends on the last place found, so no search begins before the previous one is done. */
uint64_t kernel(uint64_t iterations) {
	uint64_t sum = 0, drawn = state;
	for (uint64_t i = 0; i < iterations; i++) {
		const uint64_t place = search((uint32_t)((drawn >> 32) * 2 * size >> 32));
		drawn = (drawn + place) * 6364136223846793005u + 1442695040888963407u;
		sum += place;
	}
	state = drawn;
	return sum;
}
