#include "cal.h"
#include "arch.h"

enum { OVERHEAD_PAIRS = 33, THIS_THREAD = 1, PROCESSORS_AT_MOST = 1024 };
/* Clocks, as the kernel numbers them. */
enum { PROCESS_TIME = 2, THREAD_TIME = 3, RAW_MONOTONIC = 4 };

CYCLELAB_CODE uint64_t cal_ticks(void) { return ticks(); }

CYCLELAB_CODE uint64_t cal_chain_cycles(void) { return CHAIN_CYCLES; }

CYCLELAB_CODE const char *cal_clock(void) { return CLOCK_NAME; }

CYCLELAB_CODE uint64_t cal_chain(void) {
	uint64_t before = ticks();
	chain();
	return ticks() - before;
}

CYCLELAB_CODE uint64_t cal_loop_cycles(void) { return BRANCHES; }

CYCLELAB_CODE uint64_t cal_loop(void) {
	uint64_t before = ticks();
	branches();
	return ticks() - before;
}

CYCLELAB_CODE uint64_t cal_overhead(void) {
	uint64_t sorted[OVERHEAD_PAIRS];
	for (int i = 0; i < OVERHEAD_PAIRS; i++) {
		uint64_t before = ticks();
		uint64_t pair = ticks() - before;
		int j = i;
		for (; j > 0 && sorted[j - 1] > pair; j--) sorted[j] = sorted[j - 1];
		sorted[j] = pair;
	}
	return sorted[OVERHEAD_PAIRS / 2];
}

CYCLELAB_CODE static uint64_t nanoseconds_of(long clock) {
	struct {
		int64_t seconds, nanoseconds;
	} now = {0, 0};
	system_call(CALL_CLOCK_GETTIME, clock, (long)&now, 0);
	return (uint64_t)now.seconds * 1000000000u + (uint64_t)now.nanoseconds;
}

/* The reading, of five, with the fewest ticks between before and after. */
CYCLELAB_CODE uint64_t cal_nanoseconds(uint64_t *at) {
	uint64_t best = UINT64_MAX, nanoseconds = 0;
	for (int i = 0; i < 5; i++) {
		uint64_t before = ticks();
		uint64_t now = nanoseconds_of(RAW_MONOTONIC);
		uint64_t took = ticks() - before;
		if (took >= best) continue;
		best = took;
		*at = before + took / 2;
		nanoseconds = now;
	}
	return nanoseconds;
}

CYCLELAB_CODE void cal_disturbance(struct cal_disturbance *out) {
	/* struct rusage as the kernel fills it: two times, then fourteen longs. */
	struct {
		int64_t times[4];
		int64_t maxrss, ixrss, idrss, isrss, minflt, majflt, nswap, inblock, oublock, msgsnd, msgrcv, nsignals;
		int64_t nvcsw, nivcsw;
	} usage = {{0}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
	system_call(CALL_GETRUSAGE, THIS_THREAD, (long)&usage, 0);
	out->nivcsw = (uint64_t)usage.nivcsw;
	out->minflt = (uint64_t)usage.minflt;
	/* Where processor time is limited, the process's is brought up to date with ticks and switches only, and when a
	 * running thread is asked for its own (kernel/time/posix-cpu-timers.c, task_sched_runtime). */
	nanoseconds_of(THREAD_TIME);
	out->away = nanoseconds_of(RAW_MONOTONIC) - nanoseconds_of(PROCESS_TIME);
}

CYCLELAB_CODE void cal_stay(uint64_t processor) {
	/* Volatile: cleared without a library's memset. */
	volatile uint64_t mask[PROCESSORS_AT_MOST / 64];
	if (processor >= PROCESSORS_AT_MOST) return;
	for (uint64_t i = 0; i < PROCESSORS_AT_MOST / 64; i++) mask[i] = i == processor / 64 ? 1ull << processor % 64 : 0;
	system_call(CALL_SCHED_SETAFFINITY, 0, sizeof mask, (long)mask);
}

CYCLELAB_CODE int cal_mark(void) { return system_call(CALL_MARK, 0, 0, 0) == 0; }

CYCLELAB_CODE void cal_write(int descriptor, const char *bytes, uint64_t length) {
	while (length > 0) {
		long written = system_call(CALL_WRITE, descriptor, (long)bytes, (long)length);
		if (written == -4 /* EINTR */) continue;
		if (written <= 0) return;
		bytes += written;
		length -= (uint64_t)written;
	}
}
