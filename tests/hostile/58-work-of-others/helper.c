#define _GNU_SOURCE
#include "cyclelab.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * While instructions are counted, a thread or a process (-DCHILD) adds half as many as the kernel to each iteration; with -DFIRST in
 * the first call alone. With -DONCE its work does not depend on the number of iterations, as that of a setup.
 */
static void *help(void *iterations) {
	uint64_t n = *(uint64_t *)iterations;
	for (uint64_t i = 0; i < n; i++) __asm__ volatile(".rept 15\n\tnop\n\t.endr");
	return NULL;
}

static void withHelp(uint64_t iterations) {
#ifdef FIRST
	static int calls;
	if (calls++) return;
#endif
#ifdef ONCE
	iterations = 10;
#endif
#ifdef CHILD
	if (fork() == 0) {
		help(&iterations);
		_exit(0);
	}
	wait(NULL);
#else
	pthread_t thread;
	if (!pthread_create(&thread, NULL, help, &iterations)) pthread_join(thread, NULL);
#endif
}

uint64_t kernel(uint64_t iterations) {
	uint64_t x = 3;
	if (getenv("CYCLELAB_COUNT")) withHelp(iterations);
	for (uint64_t i = 0; i < iterations; i++) __asm__ volatile(".rept 32\n\timulq %0, %0\n\t.endr" : "+r"(x));
	return x;
}
