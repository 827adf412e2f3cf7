/*
 * libcal: the clock, the core-cycle ruler and the disturbance counters every harness uses, with a C ABI.
 *
 * A harness times with ticks (the time stamp counter, or arm64's virtual counter) and asks the ruler, just before and
 * just after, how many ticks a known number of core cycles takes; the core's clock changes in steps, and this ratio is
 * what survives it. Nothing here calls the C library, so a learner's own `clock_gettime` or `getrusage` is never used.
 */
#ifndef CYCLELAB_CAL_H
#define CYCLELAB_CAL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Our code stays out of .text, so .text of a kernel's program is the learner's. */
#define CYCLELAB_CODE __attribute__((section("cyclelab_text"), noinline))

/* Ticks, read after everything before it has finished and before anything after it starts. */
uint64_t cal_ticks(void);

/* Core cycles the chain of cal_chain() takes, without its overhead. */
uint64_t cal_chain_cycles(void);

/* Ticks the chain took just now, including cal_overhead(). */
uint64_t cal_chain(void);

/*
 * A second ruler: core cycles and ticks of a loop that takes one taken branch a cycle when the core is ours alone. A
 * hyperthread of a neighbour on the same core slows it by 5 to 40 % and the chain not at all, so the ratio of the two
 * shows whether a sample had the core to itself. Not a clock: on a core that branches every second cycle it reads 2.
 */
uint64_t cal_loop_cycles(void);
uint64_t cal_loop(void);

/* Ticks of an empty timed pair: the median of 33. */
uint64_t cal_overhead(void);

/* Nanoseconds of CLOCK_MONOTONIC_RAW. `ticks` receives the ticks at the same moment. */
uint64_t cal_nanoseconds(uint64_t *ticks);

struct cal_disturbance {
	/* Since the thread began: involuntary context switches, and page faults that needed no disk. */
	uint64_t nivcsw, minflt;
	/* Nanoseconds that passed less those in which a thread of this process ran, since some moment: on one core, how long
	 * something else had it. */
	uint64_t away;
};
void cal_disturbance(struct cal_disturbance *);

/* Keeps the calling thread, and those it starts from now on, on the processor with this number. */
void cal_stay(uint64_t processor);

/* The name of what ticks: "tsc" or "cntvct". */
const char *cal_clock(void);

/* In a count run: what was executed since the mark before this one is counted apart. False: nothing counts. */
int cal_mark(void);

/* Writes all of `bytes` to a descriptor; gives up silently when nobody reads. */
void cal_write(int descriptor, const char *bytes, uint64_t length);

#ifdef __cplusplus
}
#endif
#endif
