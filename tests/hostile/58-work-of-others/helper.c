#define _GNU_SOURCE
#include "cyclelab.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * While instructions are counted, a thread or a process (-DCHILD) adds half as many as the kernel to each iteration, before the kernel
 * is called. With -DONCE its work does not depend on the number of iterations, as that of a setup.
 */
static void *help(void *x) {
	const char *count = getenv("CYCLELAB_COUNT");
	long iterations = count ? atol(count) : 0;
#ifdef ONCE
	if (iterations) iterations = 1000;
#endif
	for (long i = 0; i < iterations; i++) __asm__ volatile(".rept 15\n\tnop\n\t.endr");
	return x;
}

void setup(uint64_t seed) {
	(void)seed;
#ifdef CHILD
	if (fork() == 0) {
		help(NULL);
		_exit(0);
	}
	wait(NULL);
#else
	pthread_t thread;
	if (!pthread_create(&thread, NULL, help, NULL)) pthread_join(thread, NULL);
#endif
}

uint64_t kernel(uint64_t iterations) {
	uint64_t x = 3;
	for (uint64_t i = 0; i < iterations; i++) __asm__ volatile(".rept 32\n\timulq %0, %0\n\t.endr" : "+r"(x));
	return x;
}
