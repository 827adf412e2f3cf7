#define _GNU_SOURCE
#include "cyclelab.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file in the program's folder to which earlier versions wrote the counts. */
static void name(char *text, size_t bytes) {
	const char *count = getenv("CYCLELAB_COUNT");
	snprintf(text, bytes, "a-%s.counts", count ? count : "0");
}

__attribute__((constructor)) static void prepare(void) {
	char path[64];
	name(path, sizeof path);
#if defined(FORGED)
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	dprintf(file, "start 1 2 3\n%llx 4 256\n", (unsigned long long)(uintptr_t)kernel);
	fchmod(file, 0444);
	close(file);
#elif defined(LINK)
	if (symlink("/dev/null", path)) perror("symlink");
#elif defined(PIPE)
	if (mkfifo(path, 0600)) perror("mkfifo");
#elif defined(FOLDER)
	if (mkdir(path, 0700)) perror("mkdir");
#elif defined(DESCRIPTORS)
	int nothing = open("/dev/null", O_RDWR);
	for (int i = 4; i < 256; i++)
		if (i != nothing) i % 2 ? close(i) : dup2(nothing, i);
	close(0);
#endif
	(void)name;
}

#if defined(EXIT)
__attribute__((destructor)) static void leave(void) { _exit(0); }
#endif

uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		x += i;
		x ^= x >> 7;
	}
	return x;
}
