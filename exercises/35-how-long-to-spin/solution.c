#include "cyclelab.h"
#include <linux/futex.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Free places. Threads that find none sleep on it. In a line of its own. */
static _Alignas(128) _Atomic uint32_t free_places = 0;

/* How many threads sleep, or are about to. */
static _Atomic uint32_t sleepers;

/* The system puts this thread to sleep if the word has this value, and refuses if it has another. */
static long sleep_if(_Atomic uint32_t *word, uint32_t value) {
	return syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL);
}

/* The system wakes one thread that sleeps on this word, if there is one. */
static long wake_one(_Atomic uint32_t *word) {
	return syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1);
}

/* Frees a place, and wakes a thread if one may sleep. */
static void post(void) {
	atomic_fetch_add(&free_places, 1);
	if (atomic_load(&sleepers) != 0) wake_one(&free_places);
}

/* Takes a place, and sleeps while there is none. */
static void take(void) {
	for (;;) {
		uint32_t seen = atomic_load(&free_places);
		while (seen != 0) {
			if (atomic_compare_exchange_weak(&free_places, &seen, seen - 1)) return;
		}
		atomic_fetch_add(&sleepers, 1);
		sleep_if(&free_places, 0);
		atomic_fetch_sub(&sleepers, 1);
	}
}

/* A turn: one place is freed and taken, and nobody ever sleeps. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		post();
		take();
	}
	return atomic_load(&free_places) + iterations;
}
