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

/* A turn: a wait that does not begin, as the word has changed since it was last seen. */
uint64_t kernel(uint64_t iterations) {
	uint64_t refused = 0;
	for (uint64_t i = 0; i < iterations; i++) refused += sleep_if(&held, 2) != 0;
	return refused;
}
