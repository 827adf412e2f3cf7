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

enum { FIRST = 50, FACTOR = 3, PER_CORE = 20000 };
enum { MEANT = 10, PROBE = 2000, TRIES = 25 };

static uint64_t limit, price = MEANT;

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

/* The price of a PAUSE in cycles: additions of one cycle are the clock, the quickest of many tries is undisturbed. */
void setup(uint64_t seed) {
	uint64_t pausing = UINT64_MAX, adding = UINT64_MAX;
	for (int i = 0; i < TRIES; i++) {
		const uint64_t p = ticksOfPauses(), a = ticksOfAdditions(seed | 1);
		if (p < pausing) pausing = p;
		if (a < adding) adding = a;
	}
	limit = PER_CORE * cyclelab_parameter("cores", 1);
	if (adding > 0) price = (100 * pausing + adding / 2) / adding;
	if (price == 0) price = 1;
}

/* The rounds are counted as before, in units of ten cycles; only the number of pauses in a round follows the price. */
static uint64_t backOff(void) {
	uint64_t done = 0;
	for (uint64_t round = FIRST; round < limit; round *= FACTOR) {
		for (uint64_t left = round * MEANT / price; left > 0; left--) __asm__ volatile(PAUSE);
		done += round;
	}
	return done;
}

uint64_t kernel(uint64_t iterations) {
	uint64_t pauses = 0;
	for (uint64_t i = 0; i < iterations; i++) pauses += backOff();
	return pauses;
}
