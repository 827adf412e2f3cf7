#include "cyclelab.h"

/* 256 KiB: larger than any L1 cache, smaller than any L2 cache, and within the reach of the first-level TLB. */
enum { lines = 4096 };
static struct line {
	struct line *next;
	char padding[56];
} ring[lines] __attribute__((aligned(4096)));

/* Sattolo's algorithm: one cycle through all lines, in an order that no prefetcher follows. */
void setup(uint64_t seed) {
	static uint32_t order[lines];
	uint64_t random = seed * 2654435761u + 88172645463325252u;
	for (uint32_t i = 0; i < lines; i++) order[i] = i;
	for (uint32_t i = lines - 1; i > 0; i--) {
		random ^= random << 13, random ^= random >> 7, random ^= random << 17;
		uint32_t j = (uint32_t)(random % i), kept = order[i];
		order[i] = order[j], order[j] = kept;
	}
	for (uint32_t i = 0; i < lines; i++) ring[order[i]].next = &ring[order[(i + 1) % lines]];
}

uint64_t kernel(uint64_t iterations) {
	static struct line *here = ring;
	for (uint64_t i = 0; i < iterations; i++) here = here->next;
	return (uint64_t)(here - ring);
}
