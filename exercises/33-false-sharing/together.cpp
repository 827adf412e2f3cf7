#include "cyclelab.h"
#include <pthread.h>

/* Our counter and the neighbour's share a line. */
alignas(256) static struct {
	volatile uint64_t ours;
	volatile uint64_t theirs;
} counters;

static bool has_neighbour;

/* The call that the kernel began last, and the call that the neighbour has seen. Each lies alone in a pair of lines. */
alignas(128) static volatile uint64_t called;
alignas(128) static volatile uint64_t answered;

/* Waits until the neighbour answers, which it does only while it runs. */
static void meet() {
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
	if (pthread_create(&thread, nullptr, neighbour, nullptr) != 0) __builtin_trap();
	has_neighbour = true;
}

/* Each turn adds one to our counter. */
uint64_t kernel(uint64_t iterations) {
	if (has_neighbour) meet();
	for (uint64_t i = 0; i < iterations; i++) counters.ours = counters.ours + 1;
	return counters.ours;
}
