#include "cyclelab.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

enum { WORK_US = 10000, REPETITIONS = 10, FIRST = 50, FACTOR = 3, LIMIT = 24 * 20000, LONGEST = 1350 };

#if defined(__x86_64__)
#define PAUSE "pause"
#else
#define PAUSE "yield"
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t sent = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t ready;
static uint64_t items, delayUs;

/* Items the worker has begun to work on, and items sent. */
static _Atomic uint64_t begun;
static uint64_t sends;

/* When the worker last gave the lock back, ns. */
static uint64_t released;

static uint64_t nanoseconds(void) {
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Work that keeps the core busy for a given time. */
static void work(uint64_t us) {
	const uint64_t end = nanoseconds() + us * 1000;
	while (nanoseconds() < end) {}
}

/* What a PAUSE took on the document's machine: 140 cycles at 3.04 GHz, in units of 10 ps. */
static const uint64_t theirPrice = 4600;

/*
 * Pauses for as long as so many took there. By the clock: here a PAUSE is shorter, and a host may interrupt long rows of
 * them.
 */
static void pauses(uint64_t count) {
	const uint64_t end = nanoseconds() + count * theirPrice / 100;
	while (nanoseconds() < end) __asm__ volatile(PAUSE);
}

/* As before, but no round is longer than 1350 of that machine's pauses, 62 us: nobody is ever later than that. */
static void take(void) {
	for (int again = 0; again < REPETITIONS; again++) {
		for (uint64_t round = FIRST; round < LIMIT; round *= FACTOR) {
			pauses(round < LONGEST ? round : LONGEST);
			if (pthread_mutex_trylock(&lock) == 0) return;
		}
	}
	pthread_mutex_lock(&lock);
}

/* The document's worker: it waits for items, and works on each for 10 ms with the lock in its hands. */
static void *worker(void *nothing) {
	cyclelab_stay(1 % cyclelab_cores());
	pthread_barrier_wait(&ready);
	for (;;) {
		take();
		while (items == 0) pthread_cond_wait(&sent, &lock);
		for (; items > 0; items--) {
			begun++;
			work(WORK_US);
		}
		released = nanoseconds();
		pthread_mutex_unlock(&lock);
	}
	return nothing;
}

void setup(uint64_t seed) {
	(void)seed;
	delayUs = 1000 * cyclelab_parameter("delay", 1);
	pthread_barrier_init(&ready, NULL, 2);
	pthread_t thread;
	if (pthread_create(&thread, NULL, worker, NULL) != 0) __builtin_trap();
	pthread_barrier_wait(&ready);
}

/*
 * The document's sender: an item under the lock, then something else for 1 to 9 ms. It goes on where it stopped. Its delay
 * counts from when the worker has begun, or how soon the system wakes the worker would decide what is measured.
 */
uint64_t kernel(uint64_t iterations) {
	uint64_t late = 0, wanted = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		const uint64_t asked = nanoseconds();
		take();
		wanted += nanoseconds() - asked;
		/* If the lock was given back while this thread wanted it: for how long was it free, and nobody's? */
		if (released > asked) late += nanoseconds() - released;
		items++;
		pthread_cond_signal(&sent);
		pthread_mutex_unlock(&lock);
		sends++;
		while (begun < sends) sched_yield();
		work(delayUs);
	}
	cyclelab_meter("late", late);
	cyclelab_meter("wanted", wanted);
	return iterations;
}
