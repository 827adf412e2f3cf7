#define _GNU_SOURCE
#include "cyclelab.h"
#include <cpuid.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The attack: called before the program is timed or, with -DCOUNTED, while its instructions are counted. */
static void act(void);

/* Ends the program with a failure, so that the run's report includes its standard error. */
static _Noreturn void finish(void) { _exit(9); }

/* Prints a call's name and its error, or "ok". */
static void report(const char *what, long result) {
	dprintf(2, "%s %s\n", what, result < 0 ? strerrorname_np(errno) : "ok");
}

#ifdef COUNTED
enum { ACTS_WHEN_COUNTED = 1 };
#else
enum { ACTS_WHEN_COUNTED = 0 };
#endif

/* By the name of the emulator's processor: nothing in the environment tells. */
static int isCounted(void) {
	unsigned name[12];
	for (unsigned i = 0; i < 3; i++)
		__cpuid(0x80000002 + i, name[4 * i], name[4 * i + 1], name[4 * i + 2], name[4 * i + 3]);
	return memmem(name, sizeof name, "TCG", 3) != NULL;
}

void setup(uint64_t seed) {
	(void)seed;
	(void)report;
	if (isCounted() == ACTS_WHEN_COUNTED) act();
}

uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		x += i;
		x ^= x >> 7;
	}
	return x;
}
