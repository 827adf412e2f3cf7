#include "cyclelab.h"

static uint64_t word;

/* An exchange and nothing else. */
uint64_t kernel(uint64_t iterations) {
	for (uint64_t i = 0; i < iterations; i++) {
		__atomic_exchange_n(&word, i, __ATOMIC_SEQ_CST);
	}
	return word;
}
