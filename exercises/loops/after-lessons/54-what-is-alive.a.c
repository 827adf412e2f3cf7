#include "cyclelab.h"

struct object {
	struct object *refers_to;
	uint64_t mark, content[6];
};

enum { made = 32, alive = 32 };

static struct object heap[made] __attribute__((aligned(64)));
static uint32_t order[made];
static struct object *from;

/* 32 objects are made, and all are still referred to: each by the one before it, in a circle of random order. */
void setup(uint64_t seed) {
	uint64_t x = seed | 1;
	for (uint32_t i = 0; i < made; i++) order[i] = i, heap[i].mark = 0;
	for (uint32_t i = made - 1; i > 0; i--) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		const uint32_t other = (uint32_t)((x >> 33) % (i + 1)), own = order[i];
		order[i] = order[other], order[other] = own;
	}
	for (uint32_t i = 0; i < alive; i++)
		heap[order[i]].refers_to = &heap[order[(i + 1) % alive]];
	from = &heap[order[0]];
}

/* Marks one object that is alive, and goes on to the object that it refers to. */
uint64_t kernel(uint64_t iterations) {
	struct object *object = from;
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		object->mark++;
		object = object->refers_to;
	}
	from = object;
	return object->mark;
}
