#include "cyclelab.h"
#include <pthread.h>
#include <stdatomic.h>

/* A counter for each thread, each alone in a pair of lines. */
static struct {
	_Alignas(128) _Atomic uint64_t counter;
} counters[2];

static int has_neighbour;

/* The call that the kernel began last, and the call that the neighbour has seen. Each lies alone in a pair of lines. */
static _Alignas(128) volatile uint64_t called;
static _Alignas(128) volatile uint64_t answered;

/* Waits until the neighbour answers, which it does only while it runs. */
static void meet(void) {
	called = called + 1;
	while (answered != called) {
	}
}

/* The same compare-and-swap, on a counter that no other thread writes. */
static inline void count(unsigned thread) {
	uint64_t seen = atomic_load(&counters[thread].counter);
	while (!atomic_compare_exchange_weak(&counters[thread].counter, &seen, seen + 1)) {
	}
}

static uint64_t total(void) {
	return atomic_load(&counters[0].counter) + atomic_load(&counters[1].counter);
}

/* The other core counts as well, for as long as the run lasts. */
static void *neighbour(void *nothing) {
	cyclelab_stay(1);
	for (;;) {
		answered = called;
		for (int i = 0; i < 64; i++) count(1);
	}
	return nothing;
}

void setup(uint64_t seed) {
	(void)seed;
	/* Not while instructions are counted: there is one core, and the kernel alone is counted. */
	if (cyclelab_parameter("threads", 1) < 2 || cyclelab_cores() < 2) return;
	pthread_t thread;
	if (pthread_create(&thread, NULL, neighbour, NULL) != 0) __builtin_trap();
	has_neighbour = 1;
}

/* Each turn counts one. */
uint64_t kernel(uint64_t iterations) {
	if (has_neighbour) meet();
	for (uint64_t i = 0; i < iterations; i++) count(0);
	return total();
}
