#define _GNU_SOURCE
#include "cyclelab.h"
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
static const char stage[] = "count";
#else
static const char stage[] = "time";
#endif

void setup(uint64_t seed) {
	const char *mode = getenv("CYCLELAB_MODE");
	(void)seed;
	(void)report;
	if (mode && !strcmp(mode, stage)) act();
}

uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		x += i;
		x ^= x >> 7;
	}
	return x;
}
