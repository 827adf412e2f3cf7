#include "cyclelab.h"
#include <atomic>
#include <pthread.h>

/* One counter, alone in its line. */
alignas(128) static std::atomic<uint64_t> counter;

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

/* Loads, adds and stores in one step. */
static inline void count(unsigned thread) {
	(void)thread;
	counter.fetch_add(1);
}

static uint64_t total() {
	return counter.load();
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
	if (pthread_create(&thread, nullptr, neighbour, nullptr) != 0) __builtin_trap();
	has_neighbour = true;
}

/* Each turn counts one. */
uint64_t kernel(uint64_t iterations) {
	if (has_neighbour) meet();
	for (uint64_t i = 0; i < iterations; i++) count(0);
	return total();
}
