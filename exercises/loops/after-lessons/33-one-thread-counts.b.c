#include "cyclelab.h"
#include <stdatomic.h>

static struct {
	_Atomic uint64_t count;
	char rest[56];
} lines[8] __attribute__((aligned(64)));

/* One thread adds to eight counters, one after another, each in a line of its own. */
uint64_t kernel(uint64_t iterations) {
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) atomic_fetch_add(&lines[i % 8].count, 1);
	return lines[0].count;
}
