#include "cyclelab.h"

#if defined(__x86_64__)
#define PAUSE "pause"

static inline uint64_t clock(void) {
	uint32_t low, high;
	__asm__ volatile("lfence\n\trdtsc" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}
#else
#define PAUSE "yield"

static inline uint64_t clock(void) {
	uint64_t ticks;
	__asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(ticks) : : "memory");
	return ticks;
}
#endif

enum { WANTED = 1000, PROBE = 2000, TRIES = 25 };

static uint64_t pauses = 1;

static uint64_t ticksOfPauses(void) {
	const uint64_t begun = clock();
	for (int i = 0; i < PROBE; i++) __asm__ volatile(PAUSE);
	return clock() - begun;
}

static uint64_t ticksOfAdditions(uint64_t step) {
	uint64_t sum = 0;
	const uint64_t begun = clock();
	for (int i = 0; i < 100 * PROBE; i++) {
		sum += step;
		__asm__ volatile("" : "+r"(sum));
	}
	return clock() - begun;
}

/* How many pauses last as long as a thousand additions. The quickest of many tries is the least disturbed one. */
void setup(uint64_t seed) {
	uint64_t pausing = UINT64_MAX, adding = UINT64_MAX;
	for (int i = 0; i < TRIES; i++) {
		const uint64_t p = ticksOfPauses(), a = ticksOfAdditions(seed | 1);
		if (p < pausing) pausing = p;
		if (a < adding) adding = a;
	}
	const uint64_t perPause = 100 * pausing;
	if (perPause > 0) pauses = (WANTED * adding + perPause / 2) / perPause;
	if (pauses == 0) pauses = 1;
}

uint64_t kernel(uint64_t iterations) {
	const uint64_t count = pauses;
	for (uint64_t i = 0; i < iterations; i++) {
		for (uint64_t left = count; left > 0; left--) __asm__ volatile(PAUSE);
	}
	return iterations;
}
