/** How much is measured, in one table. Times are milliseconds unless their names say otherwise. */
export const budget = {
	/** Wanted length of kernel(n); a sample is three times that. Between 50 us and 1 ms few samples are disturbed and
	 * the timer does not show (0.02 % at 100 us). */
	targetUs: 100,
	/** Steps of the counter in kernel(n), so that its resolution is at most 0.1 %. 100 us are enough from 14 MHz on. */
	stepsAtLeast: 1000,
	/** Processes every place gets: each has its own layout of stack and environment, and with fewer than five the
	 * differences between processes cannot be distinguished from differences between samples. */
	processes: 5,
	/** Samples of each of the first processes: 55 together, enough for 1 % on ordinary kernels. */
	firstSamples: 11,
	/** Samples of each further process. */
	moreSamples: 31,
	/** A setup longer than this is expensive: then one process gives more samples, and fewer processes run. A process that
	 * takes longer, for a runtime that starts slowly, gives more samples as well. */
	expensiveSetupMs: 100,
	expensiveProcesses: 2,
	/** Stop if half the interval of the median is at most this part of it, ... */
	halfWidth: 0.01,
	/** ... looked at after the first processes and when there are this many accepted samples that had the core to
	 * themselves, no oftener, ... */
	looks: [11, 101],
	/** ... else with this many of them: more do not narrow it on the kernels that are still wide. */
	acceptedAtMost: 301,
	/** Attempts after which a place is given up as too noisy. */
	attemptedAtMost: 1500,
	/** For one place, if there are few. */
	placeMs: 1500,
	/** For one place, if there are many: the first processes fit. */
	placeAtLeastMs: 250,
	/** For all places: as long as a learner watches points arrive. Afterwards each place left gets one process. */
	totalMs: 20000,
	/** Where one iteration takes so long that a sample is long (`alone.ts`): for one place if there are few, and for all. */
	longPlaceMs: 6000,
	longTotalMs: 36000,
	/** For all places together that a claim or goal rests on which the first measurement left undecided, ... */
	againMs: 12000,
	/** For a run of edited code, from its turn on the measuring core to its end, by wall clock: setting up, starting and
	 * ending processes and counting events included. Whoever comes next waits no longer for it. Above all others here, so
	 * that what an exercise gives is measured whole. */
	editedRunMs: 60000,
	/** ... judged again after each of so many rounds: of claims looked at once more, some hold by chance. */
	againLooks: 3,
	/** Samples a process takes though its budget is spent, so that two of them have enough ... */
	leastSamples: 3,
	/** ... or one alone, where all the time was spent on other places. */
	leastOfOne: 5,
	/** Part of a process's wall clock it may spend on those; the remaining part is for setting up and one more sample. */
	leastWithin: 0.6,
	/** Least budget of one process: the harness warms up for a tenth of it, at most 10 ms. */
	processAtLeastMs: 100
};
