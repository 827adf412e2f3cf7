#define _GNU_SOURCE
#include "cyclelab.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a hostile program tries before it is timed, or (with -DCOUNTED) while it is counted. */
static void act(void);

/* Ends the program: what was told is then in the report, as the last words of a program that failed. */
static _Noreturn void over(void) { _exit(9); }

/* A line about what came of a call. */
static void tell(const char *what, long result) {
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
	(void)tell;
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
