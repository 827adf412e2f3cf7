#include "cyclelab.h"
#include <pthread.h>
#include <stdatomic.h>

/* A message: six words, and in the same line the number that announces them. Ours and the neighbour's. */
static struct mail {
	_Alignas(128) uint64_t words[6];
	_Atomic uint64_t number;
} ours, theirs;

/* Whether there is no other core to answer. Volatile: asked in each turn. */
static volatile int alone = 1;

static inline void await(_Atomic uint64_t *word, uint64_t number) {
	while (atomic_load_explicit(word, memory_order_acquire) != number) {}
}

/* Writes six words, and then the number that announces them. */
static inline void send(struct mail *mail, uint64_t number) {
	volatile uint64_t *const words = mail->words;
	words[0] = number, words[1] = number + 1, words[2] = number + 2;
	words[3] = number + 3, words[4] = number + 4, words[5] = number + 5;
	atomic_store_explicit(&mail->number, number, memory_order_release);
}

/* Waits for the number, and adds up the words. */
static inline uint64_t receive(struct mail *mail, uint64_t number) {
	await(&mail->number, number);
	volatile uint64_t *const words = mail->words;
	return words[0] + words[1] + words[2] + words[3] + words[4] + words[5];
}

/* The other core answers each message with the next number and six words, for as long as the run lasts. */
static void *neighbour(void *nothing) {
	cyclelab_stay(1);
	for (uint64_t number = 1;; number += 2) {
		if (receive(&ours, number) != 6 * number + 15) __builtin_trap();
		send(&theirs, number + 1);
	}
	return nothing;
}

void setup(uint64_t seed) {
	(void)seed;
	/* Not while instructions are counted: there is one core, and this one then answers itself. */
	if (cyclelab_cores() < 2) return;
	pthread_t thread;
	if (pthread_create(&thread, NULL, neighbour, NULL) != 0) __builtin_trap();
	alone = 0;
}

/* A turn: a message of six words there, and one back. */
uint64_t kernel(uint64_t iterations) {
	uint64_t number = atomic_load(&theirs.number), right = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		send(&ours, number + 1);
		if (alone) send(&theirs, number + 2);
		if (receive(&theirs, number + 2) == 6 * (number + 2) + 15) right++;
		number += 2;
	}
	return right;
}
