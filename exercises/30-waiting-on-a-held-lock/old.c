#include "cyclelab.h"
#include <pthread.h>
#include <sched.h>
#include <time.h>

enum { HELD_MS = 40, SETTLE_NS = 300000, REPETITIONS = 10, FIRST = 50, FACTOR = 3, LIMIT = 2 * 20000 };

#if defined(__x86_64__)
#define PAUSE "pause"
#else
#define PAUSE "yield"
#endif

/* A plain lock of the C library: who does not get it sleeps at once, and the system wakes it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t begin, end;

/* The plan of “Spin and back off” with the limit for two cores; who has spun it all asks the system to wake it. */
static void take(void) {
	for (int again = 0; again < REPETITIONS; again++) {
		for (int round = FIRST; round < LIMIT; round *= FACTOR) {
			for (int left = round; left > 0; left--) __asm__ volatile(PAUSE);
			if (pthread_mutex_trylock(&lock) == 0) return;
		}
	}
	pthread_mutex_lock(&lock);
}

static void *waiter(void *core) {
	cyclelab_stay((unsigned)(uintptr_t)core);
	for (;;) {
		pthread_barrier_wait(&begin);
		take();
		pthread_mutex_unlock(&lock);
		pthread_barrier_wait(&end);
	}
	return NULL;
}

void setup(uint64_t seed) {
	(void)seed;
	const unsigned waiters = (unsigned)cyclelab_parameter("waiters", 1), cores = cyclelab_cores();
	pthread_barrier_init(&begin, NULL, waiters + 1);
	pthread_barrier_init(&end, NULL, waiters + 1);
	for (unsigned i = 0; i < waiters; i++) {
		pthread_t thread;
		if (pthread_create(&thread, NULL, waiter, (void *)(uintptr_t)((i + 1) % cores)) != 0) __builtin_trap();
	}
}

static uint64_t processorTime(void) {
	struct timespec now;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Lets the others run until they sleep again: who still goes back to the start would disturb what comes next. */
static void settle(void) {
	struct timespec from, now;
	clock_gettime(CLOCK_MONOTONIC, &from);
	do {
		sched_yield();
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while ((now.tv_sec - from.tv_sec) * 1000000000 + now.tv_nsec - from.tv_nsec < SETTLE_NS);
}

/* An iteration: the lock is held for 40 ms by a thread that is not even running, and all others want it. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t begun = processorTime();
	for (uint64_t i = 0; i < iterations; i++) {
		const struct timespec held = { .tv_nsec = HELD_MS * 1000000 };
		pthread_mutex_lock(&lock);
		pthread_barrier_wait(&begin);
		nanosleep(&held, NULL);
		pthread_mutex_unlock(&lock);
		pthread_barrier_wait(&end);
	}
	cyclelab_meter("cpu", processorTime() - begun);
	settle();
	return iterations;
}
