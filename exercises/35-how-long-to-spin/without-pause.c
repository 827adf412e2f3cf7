#include "cyclelab.h"
#include <linux/futex.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What is waited for: that it is 0. It never is. In a line of its own. */
static _Alignas(128) _Atomic uint32_t held = 1;

/* The system puts this thread to sleep if the word has this value, and refuses if it has another. */
static long sleep_if(_Atomic uint32_t *word, uint32_t value) {
	return syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL);
}

enum { LOOKS = 100 };

/* The same looks without PAUSE, as musl made them on x86 for a while, by mistake. */
static void look(void) {
	for (int left = LOOKS; left > 0; left--) {
		if (atomic_load_explicit(&held, memory_order_acquire) == 0) return;
	}
}

/* A turn: all looks are in vain, and the wait that follows does not begin. */
uint64_t kernel(uint64_t iterations) {
	uint64_t refused = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		look();
		refused += sleep_if(&held, 2) != 0;
	}
	return refused;
}
