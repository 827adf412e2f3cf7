#include "cyclelab.h"

enum { count = 365 };

static uint8_t workday[count];
static uint64_t today;

void setup(uint64_t seed) {
	uint64_t x = seed | 1;
	for (uint64_t i = 0; i < count; i++) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		workday[i] = x >> 63;
	}
	today = 0;
}

/* A year of days, again and again. Half of them are workdays, by chance. */
uint64_t kernel(uint64_t iterations) {
	uint64_t worked = 0, day = today;
#pragma clang loop vectorize(disable) unroll(disable)
	for (uint64_t i = 0; i < iterations; i++) {
		if (workday[day]) {
			__asm__ volatile("" : "+r"(worked));
			worked += day;
		}
		day = day == count - 1 ? 0 : day + 1;
	}
	today = day;
	return worked;
}
