#include "cyclelab.h"
#include <pthread.h>

/* Our counter and the neighbour's share a line. */
static _Alignas(256) struct {
	volatile uint64_t ours;
	volatile uint64_t theirs;
} counters;

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

/* Counts on the other core. It touches its own counter and nothing else. */
static void *neighbour(void *nothing) {
	cyclelab_stay(1);
	for (;;) {
		answered = called;
		for (int i = 0; i < 64; i++) counters.theirs = counters.theirs + 1;
	}
	return nothing;
}

void setup(uint64_t seed) {
	(void)seed;
	/* Not while instructions are counted: there is one core, and the kernel alone is counted. */
	if (cyclelab_cores() < 2) return;
	pthread_t thread;
	if (pthread_create(&thread, NULL, neighbour, NULL) != 0) __builtin_trap();
	has_neighbour = 1;
}

/* Each turn reads our counter. Nobody ever writes it. */
uint64_t kernel(uint64_t iterations) {
	if (has_neighbour) meet();
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) sum += counters.ours + 1;
	return sum;
}
