/** C programs that forge a complete measurement, for tests of which measurements are accepted. */

/** Forged values in the rows. Values that are not given are true or plausible. */
type Lie = {
	ruler?: number;
	ticks?: number;
};

/** A program that writes all rows of a measurement itself, with correct clocks, and exits. */
export const liar = ({ ruler = 20_052, ticks = 300_000 }: Lie) => `
#include "cyclelab.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static unsigned long long tsc(void) { return __builtin_ia32_rdtsc(); }
static unsigned long long ns(void) {
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC_RAW, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}
void setup(uint64_t seed) {
	unsigned long long at = tsc(), when = ns();
	dprintf(3, "{\\"t\\":\\"hello\\",\\"v\\":1,\\"language\\":\\"c\\",\\"clock\\":\\"tsc\\",\\"mode\\":\\"time\\",\\"overhead\\":52,"
		"\\"chainCycles\\":30000,\\"tsc\\":%llu,\\"ns\\":%llu,\\"setupNs\\":0}\\n", at, when);
	unsigned length = atoi(getenv("CYCLELAB_COUNT"));
	dprintf(3, "{\\"t\\":\\"call\\",\\"n\\":%u,\\"result\\":\\"%x\\"}\\n", length, length);
	while (ns() - when < 50000000) seed++;
	for (int i = 0; i < 11; i++)
		dprintf(3, "{\\"t\\":\\"s\\",\\"n\\":1000000,\\"t1\\":%d,\\"t2\\":%d,\\"c0\\":${ruler},\\"c1\\":${ruler},\\"nivcsw\\":0,\\"minflt\\":0}\\n",
			${ticks} + i % 3, 2 * ${ticks} + i % 3);
	dprintf(3, "{\\"t\\":\\"end\\",\\"samples\\":11,\\"tsc\\":%llu,\\"ns\\":%llu,\\"nivcsw\\":0}\\n", tsc(), ns());
	_exit(0);
}
uint64_t kernel(uint64_t iterations) { return iterations; }
`;
