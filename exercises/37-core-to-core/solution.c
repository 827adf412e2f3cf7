#include "cyclelab.h"
#include <pthread.h>
#include <stdatomic.h>

/* The number of the last message. Odd ones are ours, even ones the neighbour's. In a line of its own. */
static _Alignas(128) _Atomic uint64_t message;

/* Whether there is no other core to answer. Volatile: asked in each turn. */
static volatile int alone = 1;

/* Waits for a message and answers it with the next number, in one step: the line is taken for writing at once. */
static inline void answer(uint64_t number) {
	uint64_t seen = number;
	while (!atomic_compare_exchange_strong(&message, &seen, number + 1)) seen = number;
}

/* The other core answers each message with the next number, for as long as the run lasts. */
static void *neighbour(void *nothing) {
	cyclelab_stay(1);
	for (uint64_t number = 1;; number += 2) answer(number);
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

/* A turn: answers the neighbour's last message. The next turn waits for its answer, and so does the end. */
uint64_t kernel(uint64_t iterations) {
	uint64_t number = atomic_load(&message);
	for (uint64_t i = 0; i < iterations; i++) {
		answer(number);
		if (alone) answer(number + 1);
		number += 2;
	}
	while (atomic_load(&message) != number) {}
	return number;
}
