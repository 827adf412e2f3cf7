#define _GNU_SOURCE
#include "cyclelab.h"
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static uint64_t *result;

void setup(uint64_t seed) {
	(void)seed;
	result = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

__attribute__((noinline)) static uint64_t work(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++) {
		x += i;
		x ^= x >> 7;
	}
	return x;
}

uint64_t kernel(uint64_t iterations) {
#ifdef CHILD
	pid_t child = fork();
	if (!child) {
		*result = work(iterations);
		_exit(0);
	}
	waitpid(child, NULL, 0);
#else
	*result = work(iterations);
#endif
	return *result;
}
