#include "cyclelab.h"
#include <pthread.h>
#include <stdatomic.h>

/* Whose turn it is: 0 ours, 1 the neighbour's. In a line of its own. */
static _Alignas(128) _Atomic uint64_t turn;

/* Whether there is no other core to answer. Volatile: asked in each turn. */
static volatile int alone = 1;

/* Hands the turn over as soon as it has it, by compare and swap. */
static inline void hand_over(uint64_t from, uint64_t to) {
	uint64_t seen = from;
	while (!atomic_compare_exchange_strong(&turn, &seen, to)) seen = from;
}

/* The other core hands the turn back, for as long as the run lasts. */
static void *neighbour(void *nothing) {
	cyclelab_stay(1);
	for (;;) hand_over(1, 0);
	return nothing;
}

void setup(uint64_t seed) {
	(void)seed;
	/* Not while instructions are counted: there is one core, and this one then answers itself. */
	if (cyclelab_cores() < 2) return;
	pthread_t thread;
	if (pthread_create(&thread, NULL, neighbour, NULL) != 0) __builtin_trap();
	alone = 0;
}

/* A turn: hand over to the other core. The next turn of the loop waits until it has handed back. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		hand_over(0, 1);
		if (alone) hand_over(1, 0);
	}
	/* The last answer belongs to this call. */
	while (atomic_load(&turn) != 0) {}
	return iterations;
}
