#include "cyclelab.h"

/* Volatile: each store is an instruction of its own. */
static volatile uint64_t place;

/* Eight stores a turn, all to one place. Only the last of them will ever be seen. */
uint64_t kernel(uint64_t iterations) {
#pragma clang loop unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		place = i, place = i, place = i, place = i;
		place = i, place = i, place = i, place = i;
	}
	return place;
}
