#include "cyclelab.h"
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>

enum { INCREMENTS = 16 << 20, LINE = 64, PORTION = 1024 };

static uint8_t *data;
static uint64_t mask, position;

/* The neighbour's finished work: portions of 1024 multiplications and additions. */
static uint64_t done;
static pthread_barrier_t ready;

static uint8_t *pages(uint64_t bytes) {
	uint8_t *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (start == MAP_FAILED) __builtin_trap();
	madvise(start, bytes, MADV_NOHUGEPAGE);
	for (uint64_t i = 0; i < bytes; i += LINE) start[i] = 1;
	return start;
}

/* Keeps its own core as busy as can be, and touches no memory. */
static void *neighbour(void *nothing) {
	cyclelab_stay(1);
	pthread_barrier_wait(&ready);
	for (uint64_t x = 1;;) {
		for (int i = 0; i < PORTION; i++) {
			x = x * 3 + 1;
			__asm__ volatile("" : "+r"(x));
		}
		__atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
	}
	return nothing;
}

void setup(uint64_t seed) {
	(void)seed;
	const uint64_t bytes = cyclelab_parameter("working-set", 2097152);
	data = pages(bytes);
	mask = bytes - 1;
	/* Not while instructions are counted: there is one core, and the walk alone is counted. */
	if (cyclelab_cores() < 2) return;
	pthread_barrier_init(&ready, NULL, 2);
	pthread_t thread;
	if (pthread_create(&thread, NULL, neighbour, NULL) != 0) __builtin_trap();
	pthread_barrier_wait(&ready);
}

static uint64_t processorTime(void) {
	struct timespec now;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* An iteration is the document's whole measurement, 16 Mi increments: long enough to be interrupted as programs are. */
uint64_t kernel(uint64_t iterations) {
	const uint64_t begun = processorTime();
	const uint64_t doneBefore = __atomic_load_n(&done, __ATOMIC_RELAXED);
	const uint64_t wrap = mask, count = iterations * INCREMENTS, start = position;
	uint8_t *const array = data;
	for (uint64_t i = 0; i < count; i++) {
		array[(start + i) * LINE & wrap]++;
	}
	position = start + count;
	cyclelab_meter("cpu", processorTime() - begun);
	cyclelab_meter("neighbour", __atomic_load_n(&done, __ATOMIC_RELAXED) - doneBefore);
	return iterations;
}
