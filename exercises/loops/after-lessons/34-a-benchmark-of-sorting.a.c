#include "cyclelab.h"

enum { count = 64 };

static uint32_t numbers[count];

void setup(uint64_t seed) {
	for (uint64_t i = 0; i < count; i++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		numbers[i] = (uint32_t)(seed >> 32);
	}
}

static void sort(uint32_t *first) {
	for (uint64_t i = 1; i < count; i++) {
		uint32_t moved = first[i];
		uint64_t at = i;
		for (; at > 0 && first[at - 1] > moved; at--) first[at] = first[at - 1];
		first[at] = moved;
	}
}

/* Sorts 64 numbers where they lie, again and again. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		sort(numbers);
		__asm__ volatile("" ::: "memory");
	}
	return numbers[0];
}
