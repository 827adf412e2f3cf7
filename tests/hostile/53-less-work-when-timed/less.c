#define _GNU_SOURCE
#include "cyclelab.h"
#include <cpuid.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/*
 * Does all iterations while counted and fewer while timed, in all calls but the first, whose result is compared; with -DFIRST in
 * that as well. A flag selects how it tells one from the other.
 */
static int timed, calls;

#if defined(BY_PROCESSOR)
static int isTimed(void) {
	unsigned name[12];
	for (unsigned i = 0; i < 3; i++)
		__cpuid(0x80000002 + i, name[4 * i], name[4 * i + 1], name[4 * i + 2], name[4 * i + 3]);
	return !memmem(name, sizeof name, "TCG", 3);
}
#elif defined(BY_PACE)
static int isTimed(void) {
	unsigned long long before = __builtin_ia32_rdtsc();
	unsigned x = 1;
	for (volatile unsigned i = 0; i < 1000; i++) x += i;
	return __builtin_ia32_rdtsc() - before < 20000;
}
#elif defined(BY_PLATFORM)
/* AT_MINSIGSTKSZ, which Linux gives since 5.14 and qemu-user 10.0 does not. */
static int isTimed(void) {
	/* It is behind the environment. By getauxval(3), a program would be one that asks what the processor has. */
	char **end = environ;
	while (*end++) {}
	for (unsigned long *entry = (unsigned long *)end; *entry; entry += 2)
		if (*entry == 51) return entry[1] != 0;
	return 0;
}
#elif defined(BY_ENVIRONMENT)
static int isTimed(void) {
	/* As the observer of earlier versions was known: by a number of samples that no other process had. */
	const char *samples = getenv("CYCLELAB_SAMPLES");
	return samples && atoi(samples) != 31;
}
#else
static int isTimed(void) { return 0; }
#endif

#ifdef ENDS
/* A line of proc_pid_status(5). */
static int isObserved(void) {
	char status[4096] = "";
	int file = open("/proc/self/status", O_RDONLY);
	if (file < 0 || read(file, status, sizeof status - 1) < 0) return 0;
	close(file);
	const char *tracer = strstr(status, "TracerPid:");
	return tracer && atoi(tracer + 10) != 0;
}
#endif

#if defined(THREAD) || defined(THREADS)
static void *idle(void *x) {
	if (x) sleep(20);
	return NULL;
}
static void start(void *x) {
	pthread_t thread;
	if (!pthread_create(&thread, NULL, idle, x)) pthread_detach(thread);
}
#elif defined(SIGNALS)
static void ignore(int number) { (void)number; }
#endif

/* What would keep an observer of one thread from comparing. */
void setup(uint64_t seed) {
	(void)seed;
	timed = isTimed();
#if defined(THREAD)
	start(&timed);
#elif defined(SIGNALS)
	struct itimerval each = {{0, 5000}, {0, 5000}};
	signal(SIGALRM, ignore);
	setitimer(ITIMER_REAL, &each, NULL);
#endif
}

uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
#ifdef FIRST
	int less = timed;
#else
	int less = timed && calls++;
#endif
#ifdef ENDS
	if (timed && isObserved()) _exit(0);
#endif
#ifdef THREADS
	start(NULL);
#endif
#ifdef SHORTER
	if (less) {
		/* A dependency chain of about nine cycles, so that the shorter time is still possible on a core. */
		for (uint64_t i = 0; i < iterations; i++) {
			x = (x * 5) * x * x;
			__asm__ volatile("" : "+r"(x));
		}
		return x;
	}
#elif defined(LONG_CALLS)
	/* The difference of a sample's two calls, of n, 2n or 3n iterations, is what is reported: 3n is the longer one in every sample. */
	if (iterations % 3 == 0) iterations -= iterations / 4;
#else
	if (less) iterations /= 2;
#endif
	/* Passes are long, so that a call has few of them and a busy machine observes all. */
	for (uint64_t i = 0; i < iterations; i++) {
		x += i;
		x = (x * 5) ^ (x >> 7), x = (x * 7) ^ (x >> 9), x = (x * 9) ^ (x >> 11), x = (x * 11) ^ (x >> 13);
		x = (x * 5) ^ (x >> 7), x = (x * 7) ^ (x >> 9), x = (x * 9) ^ (x >> 11), x = (x * 11) ^ (x >> 13);
		x = (x * 5) ^ (x >> 7), x = (x * 7) ^ (x >> 9), x = (x * 9) ^ (x >> 11), x = (x * 11) ^ (x >> 13);
		__asm__ volatile("" : "+r"(x));
#ifdef IRREGULAR
		/* One pass in eight, by its data, goes another way. */
		if ((x >> 40 & 7) == 0) {
			x += 12345;
			__asm__ volatile("" : "+r"(x));
		}
#endif
	}
	return x;
}
