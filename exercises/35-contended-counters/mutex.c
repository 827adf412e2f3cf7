#include "cyclelab.h"
#include <pthread.h>

/* One counter and its lock, in a line of their own. */
static _Alignas(128) struct {
	pthread_mutex_t lock;
	uint64_t counter;
} shared = { .lock = PTHREAD_MUTEX_INITIALIZER };

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

/* The thread that holds the lock counts. */
static inline void count(unsigned thread) {
	(void)thread;
	pthread_mutex_lock(&shared.lock);
	shared.counter++;
	pthread_mutex_unlock(&shared.lock);
}

static uint64_t total(void) {
	pthread_mutex_lock(&shared.lock);
	const uint64_t counted = shared.counter;
	pthread_mutex_unlock(&shared.lock);
	return counted;
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
