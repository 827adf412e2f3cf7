#include "cyclelab.h"
#include <pthread.h>
#include <stdatomic.h>

/* The number of our last message, and of the neighbour's. Each in a line of its own. */
static _Alignas(128) _Atomic uint64_t ours;
static _Alignas(128) _Atomic uint64_t theirs;

/* Whether there is no other core to answer. Volatile: asked in each turn. */
static volatile int alone = 1;

static inline void send(_Atomic uint64_t *word, uint64_t number) {
	atomic_store_explicit(word, number, memory_order_release);
}

static inline void await(_Atomic uint64_t *word, uint64_t number) {
	while (atomic_load_explicit(word, memory_order_acquire) != number) {}
}

/* The other core answers each message with the next number, for as long as the run lasts. */
static void *neighbour(void *nothing) {
	cyclelab_stay(1);
	for (uint64_t number = 1;; number += 2) {
		await(&ours, number);
		send(&theirs, number + 1);
	}
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

/* A turn: a message there, and the answer back. */
uint64_t kernel(uint64_t iterations) {
	uint64_t number = atomic_load(&theirs);
	for (uint64_t i = 0; i < iterations; i++) {
		send(&ours, number + 1);
		if (alone) send(&theirs, number + 2);
		await(&theirs, number + 2);
		number += 2;
	}
	return number;
}
