#define _GNU_SOURCE
#include "cyclelab.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A trace of one mark and one load of address 0, as the supervisor writes it. */
static const unsigned char trace[] = {2, 1, 0, 0, 0, 0, 1, 16, 3, 8, 0};

__attribute__((constructor)) static void prepare(void) {
#if defined(FORGED)
	static const char *const names[] = {"a.trace", "trace", "a.counts", "a-0.trace", "a-1.trace"};
	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		int file = open(names[i], O_WRONLY | O_CREAT | O_TRUNC, 0600);
		if (write(file, trace, sizeof trace) < 0) perror("write");
		fchmod(file, 0444);
		close(file);
	}
#elif defined(DESCRIPTORS)
	int nothing = open("/dev/null", O_RDWR);
	for (int i = 4; i < 256; i++)
		if (i != nothing) i % 2 ? close(i) : dup2(nothing, i);
	close(0);
#elif defined(MAPPINGS)
	/* The trace alone takes more than 16 MiB. */
	const unsigned long large = 16ul << 20;
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[512], kinds[8];
	unsigned long from, to;
	while (maps && fgets(line, sizeof line, maps)) {
		if (sscanf(line, "%lx-%lx %7s", &from, &to, kinds) != 3 || strncmp(kinds, "rw", 2)) continue;
		if (kinds[3] != 's' && to - from < large) continue;
		for (unsigned long at = from; at < to; at += 8) *(volatile unsigned long *)at = 1ul << 47;
	}
#endif
	(void)trace;
}

static uint64_t numbers[512];

uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		x += numbers[x >> 55];
		numbers[i & 511] = x ^ x >> 7;
	}
	return x;
}
