#include "cyclelab.h"

enum { count = 2048 };

static struct node {
	struct node *next;
	uint64_t number;
	char rest[48];
} nodes[count] __attribute__((aligned(64)));

/* A list of 128 KiB in random order, by Sattolo's shuffle. L2 holds it. */
void setup(uint64_t seed) {
	static uint32_t order[count];
	for (uint32_t i = 0; i < count; i++) order[i] = i;
	for (uint32_t i = count - 1; i > 0; i--) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		uint32_t j = (uint32_t)((seed >> 33) % i), kept = order[i];
		order[i] = order[j];
		order[j] = kept;
	}
	for (uint32_t i = 0; i < count; i++) nodes[i].next = &nodes[order[i]], nodes[i].number = i;
}

/* Goes through a list, and prefetches the next node before it reads this one. */
uint64_t kernel(uint64_t iterations) {
	struct node *at = nodes;
	uint64_t sum = 0;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		__builtin_prefetch(at->next);
		sum += at->number;
		at = at->next;
	}
	return sum;
}
