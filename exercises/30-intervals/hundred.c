#include "cyclelab.h"
#include <time.h>

/* Samples of an experiment, and the square root of their number. */
enum { samples = 100, root = 10 };

/* A call takes 100 to 1123 steps, as its input has it, and one call in sixteen takes 400 more. */
enum { least = 100, unevenness = 1024, detour = 400 };

static uint64_t drawn = 1;

void setup(uint64_t seed) {
	drawn = seed | 1;
}

static uint64_t now(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static uint64_t draw(void) {
	drawn = drawn * 6364136223846793005u + 1442695040888963407u;
	return drawn >> 32;
}

/* Steps of a call with this input. */
static uint64_t steps_of(uint64_t input) {
	return least + input % unevenness + (input >> 10) % 16 / 15 * detour;
}

/* One sample, ns. */
static int64_t took(uint64_t steps) {
	uint64_t x = steps;
	const uint64_t begun = now();
	for (; steps > 0; steps--) {
		x = x * 5 + 1;
		__asm__ volatile("" : "+r"(x));
	}
	return (int64_t)(now() - begun);
}

/* From the smallest to the largest (Shell's sort). */
static void sort(int64_t *values) {
	for (unsigned gap = samples / 2; gap > 0; gap /= 2) {
		for (unsigned i = gap; i < samples; i++) {
			const int64_t value = values[i];
			unsigned at = i;
			for (; at >= gap && values[at - gap] > value; at -= gap) values[at] = values[at - gap];
			values[at] = value;
		}
	}
}

/* An iteration is an experiment: so many samples, their median, and its interval of 95 %. */
uint64_t kernel(uint64_t iterations) {
	/* How many samples lie below the interval, and as many above: n / 2 - 0.98 times the root of n. */
	const unsigned below = samples / 2 - (98 * root + 99) / 100;
	uint64_t medians = 0, widths = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		int64_t values[samples];
		for (unsigned j = 0; j < samples; j++) values[j] = took(steps_of(draw()));
		sort(values);
		medians += (uint64_t)values[samples / 2];
		/* The clock counts whole nanoseconds, and both ends belong to the interval. */
		widths += (uint64_t)(values[samples - 1 - below] - values[below] + 1);
	}
	cyclelab_meter("median", medians);
	cyclelab_meter("width", widths);
	return iterations;
}
