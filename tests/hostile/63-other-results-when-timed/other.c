#define _GNU_SOURCE
#include "cyclelab.h"
#include <cpuid.h>
#include <string.h>

/*
 * A loop whose time depends on its data, which is sorted; with -DWHEN_COUNTED it is not while instructions are counted, and with
 * -DLATER it is not in the first call either.
 */
enum { VALUES = 4096 };
static uint32_t values[VALUES];

__attribute__((unused)) static int isCounted(void) {
	unsigned name[12];
	for (unsigned i = 0; i < 3; i++)
		__cpuid(0x80000002 + i, name[4 * i], name[4 * i + 1], name[4 * i + 2], name[4 * i + 3]);
	return memmem(name, sizeof name, "TCG", 3) != NULL;
}

__attribute__((unused)) static void sorted(uint64_t seed) {
	for (unsigned i = 0; i < VALUES; i++) values[i] = (uint32_t)(seed + i) << 16;
}

void setup(uint64_t seed) {
	uint64_t x = seed | 1;
	for (unsigned i = 0; i < VALUES; i++) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		values[i] = (uint32_t)(x >> 33);
	}
#ifdef WHEN_COUNTED
	if (!isCounted()) sorted(seed);
#endif
}

uint64_t kernel(uint64_t iterations) {
#ifdef LATER
	static int calls;
	if (calls++ == 1 && !isCounted()) sorted(1);
#endif
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		uint32_t value = values[i % VALUES];
		if (value & 1 << 20) sum += value;
		__asm__ volatile("" : "+r"(sum));
	}
	return sum;
}
