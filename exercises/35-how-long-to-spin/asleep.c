#include "cyclelab.h"
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The number of the last message. Odd ones are ours, even ones the neighbour's. In a line of its own. */
static _Alignas(128) _Atomic uint32_t message;

/* Whether there is no other core to answer. Volatile: asked in each turn. */
static volatile int alone = 1;

/* The system puts this thread to sleep if the word has this value, and refuses if it has another. */
static long sleep_if(_Atomic uint32_t *word, uint32_t value) {
	return syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL);
}

/* The system wakes one thread that sleeps on this word, if there is one. */
static long wake_one(_Atomic uint32_t *word) {
	return syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1);
}

/* Sleeps until the message is there. */
static void await(uint32_t number) {
	uint32_t seen;
	while ((seen = atomic_load_explicit(&message, memory_order_acquire)) != number) sleep_if(&message, seen);
}

static void send(uint32_t number) {
	atomic_store_explicit(&message, number, memory_order_release);
	wake_one(&message);
}

/* The other core answers each message with the next number, for as long as the run lasts. */
static void *neighbour(void *nothing) {
	cyclelab_stay(1);
	for (uint32_t number = 1;; number += 2) {
		await(number);
		send(number + 1);
	}
	return nothing;
}

void setup(uint64_t seed) {
	(void)seed;
	/* With one core, this one answers itself. */
	if (cyclelab_cores() < 2) return;
	pthread_t thread;
	if (pthread_create(&thread, NULL, neighbour, NULL) != 0) __builtin_trap();
	alone = 0;
}

/* A turn: a message there, and the answer back. */
uint64_t kernel(uint64_t iterations) {
	uint32_t number = atomic_load(&message);
	for (uint64_t i = 0; i < iterations; i++) {
		send(number + 1);
		if (alone) send(number + 2);
		await(number + 2);
		number += 2;
	}
	return iterations;
}
