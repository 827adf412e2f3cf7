/** Kernels a runner compares with themselves: one for each thing that limits code. Portable C. */

export const noiseKernels = [
	{
		kind: 'latency',
		source: `#include "cyclelab.h"
/* Each multiplication needs the last one. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 3;
	for (uint64_t i = 0; i < iterations; i++) {
		x = x * x + 1;
		__asm__ volatile("" : "+r"(x));
	}
	return x;
}
`
	},
	{
		kind: 'throughput',
		source: `#include "cyclelab.h"
/* Six additions that do not need each other: as many at once as the core can do. */
uint64_t kernel(uint64_t iterations) {
	uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, step = iterations | 1;
	for (uint64_t i = 0; i < iterations; i++) {
		a += step, b += step, c += step, d += step, e += step, f += step;
		__asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
	}
	return a ^ b ^ c ^ d ^ e ^ f;
}
`
	},
	{
		kind: 'memory',
		source: `#include "cyclelab.h"
/* A walk through 512 KiB in random order: every step waits for a cache behind the first. */
enum { PLACES = 1 << 17 };
static uint32_t next[PLACES];
static uint32_t at;
void setup(uint64_t seed) {
	for (uint32_t i = 0; i < PLACES; i++) next[i] = i;
	for (uint32_t i = PLACES - 1; i > 0; i--) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		uint32_t j = (uint32_t)((seed >> 33) % i), kept = next[i];
		next[i] = next[j];
		next[j] = kept;
	}
}
uint64_t kernel(uint64_t iterations) {
	uint32_t place = at;
	for (uint64_t i = 0; i < iterations; i++) place = next[place];
	return at = place;
}
`
	}
] as const;
