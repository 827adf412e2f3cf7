#include "cyclelab.h"
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define PAUSE "pause"
#else
#define PAUSE "yield"
#endif

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

/* Turns after which both threads are awake again, if one of them had to sleep. */
enum { LOOKS = 100, ROUSED_AFTER = 4 };

/* Looks a hundred times, and then sleeps until the message is there. */
static void await(uint32_t number) {
	for (int left = LOOKS; left > 0; left--) {
		if (atomic_load_explicit(&message, memory_order_acquire) == number) return;
		__asm__ volatile(PAUSE);
	}
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

/* Sends a message and does not sleep until the answer is there: then the neighbour is awake, and looks for the next one. */
static uint32_t rouse(uint32_t number) {
	send(number + 1);
	while (!alone && atomic_load_explicit(&message, memory_order_acquire) != number + 2) {}
	if (alone) send(number + 2);
	return number + 2;
}

/* A turn: a message there, and the answer back. */
uint64_t kernel(uint64_t iterations) {
	uint32_t number = atomic_load(&message);
	for (uint64_t i = 0; i < iterations; i++) {
		if (i % ROUSED_AFTER == 0) {
			number = rouse(number);
			continue;
		}
		send(number + 1);
		if (alone) send(number + 2);
		await(number + 2);
		number += 2;
	}
	return iterations;
}
