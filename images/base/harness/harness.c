/*
 * Calls a learner's kernel and times it. Raw ticks go to descriptor 3 as JSON lines; every statistic is computed by the
 * runner. Every process begins alike: setup, then one call of the first length in CYCLELAB_COUNT, whose result is a row. Only
 * then it counts or times: the emulator that counts, or the observer that does, answers the mark behind that call, so nothing in
 * the environment tells a kernel which of both will follow. To time is to take samples: two calls of n, 2n or 3n iterations (`pairs`), between
 * two readings of the core-cycle ruler; which two, and which of them comes first, is drawn. A sample's row has what they
 * returned, so that a kernel cannot work on other data in them. To count is to call the kernel
 * once for each further number in CYCLELAB_COUNT, which commas separate: qemu counts each call apart.
 *
 * Environment: CYCLELAB_COUNT, CYCLELAB_MODE=count (counts although nothing answers, to try a harness), CYCLELAB_SAMPLES, CYCLELAB_TARGET_US (wanted time of
 * kernel(n)), CYCLELAB_BUDGET_MS, CYCLELAB_SEED, CYCLELAB_STACK (bytes the stack is moved by), CYCLELAB_P_<name>,
 * CYCLELAB_LOOPS=1 (adds the second ruler: loopCycles to the first row, l0 and l1 to every sample), CYCLELAB_LEAST
 * (samples taken though the budget is spent, unless CYCLELAB_MOST_MS are), CYCLELAB_METERS (adds meters to the first row,
 * m1 and m2 to every sample), CYCLELAB_CORES (adds cores to the first row; the kernel is called on the first of them).
 */
#include "cyclelab.h"
#include "cal.h"
#include "cores.h"
#include "environment.h"
#include "meters.h"
#include "rows.h"

enum {
	RESULTS = 3,
	WARM_US = 10000,   /* the clock rises and tables fill; a larger share of a short budget would be lost */
	WARM_RULERS = 3,
	FLUSH_US = 100000, /* a write wakes the reader, perhaps on this core: rarely, but points must stream */
	LARGEST_STACK = 1 << 20
};

/* The learner's language, as the first row names it; each toolchain sets its own. */
#ifndef CYCLELAB_LANGUAGE
#define CYCLELAB_LANGUAGE "c"
#endif

/* What a program enters; a language that brings its own `main` calls this under another name. */
#ifndef CYCLELAB_MAIN
#define CYCLELAB_MAIN main
#endif

/* The name of a function that adds a language's own rows before the last one, if it has any. */
#ifdef CYCLELAB_BEFORE_END
extern void CYCLELAB_BEFORE_END(void);
#endif

/* Reached only by a kernel whose time does not depend on n: its loop was deleted. */
static const uint64_t LARGEST_N = 1ull << 40;

extern void setup(uint64_t seed) __attribute__((weak));

/* Volatile: otherwise a compiler that sees a pure kernel calls it once for all samples. */
static uint64_t (*volatile call)(uint64_t) = kernel;
static int withLoops;

CYCLELAB_CODE uint64_t cyclelab_parameter(const char *name, uint64_t fallback) {
	return number("CYCLELAB_P_", name, fallback);
}

struct timed_call {
	uint64_t ticks, result;
};

CYCLELAB_CODE static struct timed_call timed(uint64_t iterations) {
	struct timed_call made;
	uint64_t before = cal_ticks();
	made.result = call(iterations);
	made.ticks = cal_ticks() - before;
	return made;
}

CYCLELAB_CODE static uint64_t quickest(uint64_t iterations, int times) {
	uint64_t best = UINT64_MAX;
	for (int i = 0; i < times; i++) {
		uint64_t now = timed(iterations).ticks;
		if (now < best) best = now;
	}
	return best;
}

/*
 * The power of two whose kernel(n) takes between 0.7 and 1.4 times the target, or 1 if even that is longer. Each try is
 * the quickest of three, since one interruption would end the search too early, unless a call is `tooLong` to repeat.
 * The search goes on until its calls would take `warm` ticks on a core of their own: the first ones (cold caches, low clock) make n
 * too small, and a process that waits for its core must make as many before the samples as others do, or work that is left out
 * after so many calls would be in all samples of one process and in hardly any of another. From 64 on, a power of two is a
 * multiple of any unrolling, so no remainder loop spoils the slope.
 */
CYCLELAB_CODE static uint64_t pilot(uint64_t target, uint64_t warm, uint64_t tooLong) {
	uint64_t n = 1, worked = 0;
	while (n < LARGEST_N) {
		uint64_t took = timed(n).ticks;
		if (took >= target * 7 / 10 && took < tooLong) took = quickest(n, 2);
		if (took < target * 7 / 10) n *= 2;
		else if ((worked += 3 * took) >= warm) break;
	}
	while (n > 1 && quickest(n, 2) > target * 7 / 5) n /= 2;
	return n;
}

CYCLELAB_CODE static void hello(const char *mode, uint64_t overhead, uint64_t tsc, uint64_t ns, uint64_t setupNs) {
	row_text("{\"t\":\"hello\",\"v\":1,\"language\":\"" CYCLELAB_LANGUAGE "\",\"clock\":\"");
	row_text(cal_clock());
	row_text("\",\"mode\":\"");
	row_text(mode);
	row_text("\"");
	row_number(",\"overhead\":", overhead);
	row_number(",\"chainCycles\":", cal_chain_cycles());
	if (withLoops) row_number(",\"loopCycles\":", cal_loop_cycles());
	if (cores) row_number(",\"cores\":", cores);
	row_meter_ids();
	row_number(",\"tsc\":", tsc);
	row_number(",\"ns\":", ns);
	row_number(",\"setupNs\":", setupNs);
	row_text("}\n");
}

/*
 * Iterations of the two calls of a sample, in units of n. Three lengths tell whether the cost is a line through them. They are
 * multiples of a power of two, so that from 64 on unrolling leaves no remainder loop.
 */
static const unsigned char pairs[3][2] = {{1, 2}, {2, 3}, {1, 3}};

/* What the next samples are: each pair once in three samples, and once in either order in six, so that a drift cancels. */
struct drawing {
	uint64_t random;
	unsigned char order[3], reversed[3];
};

/* Xorshift (Marsaglia 2003). */
CYCLELAB_CODE static uint64_t drawn(struct drawing *drawing, uint64_t below) {
	uint64_t x = drawing->random;
	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	drawing->random = x;
	return x % below;
}

CYCLELAB_CODE static void draw(struct drawing *drawing, uint64_t taken) {
	for (unsigned i = 0; i < 3; i++) {
		if (taken % 6 == 0) drawing->reversed[i] = (unsigned char)drawn(drawing, 2);
		else drawing->reversed[i] ^= 1;
		unsigned j = (unsigned)drawn(drawing, i + 1);
		drawing->order[i] = drawing->order[j];
		drawing->order[j] = (unsigned char)i;
	}
}

/*
 * The calls have `n` and `longer` iterations. An observer stops the program at its first instruction, which it finds by the
 * function's name (images/base/audit/audit.c).
 */
CYCLELAB_CODE __attribute__((used)) static void sample(uint64_t n, uint64_t longer, int reversed) {
	struct cal_disturbance before, after;
	uint64_t counted[3][METERS_AT_MOST];
	cal_disturbance(&before);
	uint64_t l0 = withLoops ? cal_loop() : 0;
	uint64_t c0 = cal_chain();
	meters_read(counted[0]);
	struct timed_call first = timed(reversed ? longer : n);
	meters_read(counted[1]);
	struct timed_call second = timed(reversed ? n : longer);
	uint64_t c1 = cal_chain();
	meters_read(counted[2]);
	uint64_t l1 = withLoops ? cal_loop() : 0;
	cal_disturbance(&after);
	row_number("{\"t\":\"s\",\"n\":", n);
	row_number(",\"n2\":", longer);
	const struct timed_call *one = reversed ? &second : &first, *other = reversed ? &first : &second;
	row_number(",\"t1\":", one->ticks);
	row_number(",\"t2\":", other->ticks);
	row_hexadecimal(",\"r1\":\"", one->result);
	row_hexadecimal("\",\"r2\":\"", other->result);
	row_number("\",\"c0\":", c0);
	row_number(",\"c1\":", c1);
	if (withLoops) {
		row_number(",\"l0\":", l0);
		row_number(",\"l1\":", l1);
	}
	row_number(",\"nivcsw\":", after.nivcsw - before.nivcsw);
	row_number(",\"minflt\":", after.minflt - before.minflt);
	/* Both clocks are asked one after the other: a hair less than nothing is nothing. */
	int64_t lost = (int64_t)(after.away - before.away);
	if (!cores) row_number(",\"lost\":", lost > 0 ? (uint64_t)lost : 0);
	row_meters(",\"m1\":[", counted[reversed], counted[reversed + 1]);
	row_meters(",\"m2\":[", counted[!reversed], counted[!reversed + 1]);
	row_text("}\n");
}

/* Returns the number of samples taken: at least one, however long it takes. */
CYCLELAB_CODE static uint64_t samples(uint64_t ticksPerMs) {
	uint64_t wanted = number("CYCLELAB_", "SAMPLES", 31);
	uint64_t budget = number("CYCLELAB_", "BUDGET_MS", 1000) * ticksPerMs;
	uint64_t most = number("CYCLELAB_", "MOST_MS", 0) * ticksPerMs;
	uint64_t least = number("CYCLELAB_", "LEAST", 1);
	uint64_t target = number("CYCLELAB_", "TARGET_US", 100) * ticksPerMs / 1000;
	uint64_t begun = cal_ticks(), flushed = begun, taken = 0;
	uint64_t warm = WARM_US * ticksPerMs / 1000;
	uint64_t n = pilot(target, warm < budget / 10 ? warm : budget / 10, budget / 8);
	/* Rulers that have not run for a while are 1 to 3 % slower: without this, hardly any first sample was accepted. */
	for (int i = 0; i < WARM_RULERS; i++) {
		cal_chain();
		if (withLoops) cal_loop();
	}
	/* Never 0, which xorshift keeps. */
	struct drawing drawing = {(cal_ticks() ^ number("CYCLELAB_", "SEED", 1) << 32) | 1, {0}, {0}};
	while (taken < wanted) {
		uint64_t last = cal_ticks();
		if (taken % 3 == 0) draw(&drawing, taken);
		unsigned pair = drawing.order[taken % 3];
		sample(n * pairs[pair][0], n * pairs[pair][1], drawing.reversed[pair]);
		taken++;
		uint64_t now = cal_ticks();
		if (now - begun >= budget && (taken >= least || now - begun + (now - last) > most)) break;
		if (now - flushed < FLUSH_US * ticksPerMs / 1000 && row_room()) continue;
		row_flush(RESULTS);
		flushed = now;
	}
	return taken;
}

/* A call between two marks, of the length that `*text` begins with. */
struct marked_call {
	uint64_t iterations, result;
	int isCounted;
};

CYCLELAB_CODE static struct marked_call marked(const char **text) {
	struct marked_call made;
	made.iterations = digits(text);
	cal_mark();
	made.result = call(made.iterations);
	made.isCounted = cal_mark();
	return made;
}

CYCLELAB_CODE static void row_call(const struct marked_call *made) {
	row_number("{\"t\":\"call\",\"n\":", made->iterations);
	row_hexadecimal(",\"result\":\"", made->result);
	row_text("\"}\n");
}

/* Calls the kernel for each number after the commas in `text`. */
CYCLELAB_CODE static void count(const char *text) {
	while (*text == ',') {
		text++;
		struct marked_call made = marked(&text);
		row_call(&made);
	}
}

/* Ticks in a millisecond, by the clocks since they read `tsc` and `ns`: at least 200 us, enough for the pilot's idea of it. */
CYCLELAB_CODE static uint64_t ticksPerMs(uint64_t tsc, uint64_t ns) {
	uint64_t later, laterNs;
	do {
		cal_chain();
		laterNs = cal_nanoseconds(&later) - ns;
	} while (laterNs < 200000);
	return (later - tsc) * 1000 / (laterNs / 1000);
}

CYCLELAB_CODE static void run(void) {
	const char *mode = variable("CYCLELAB_", "MODE"), *lengths = variable("CYCLELAB_", "COUNT");
	if (!lengths) lengths = "1";
	meters_open(variable("CYCLELAB_", "METERS"));
	cores_open(variable("CYCLELAB_", "CORES"));
	cyclelab_stay(0);
	uint64_t tsc, setUp, taken = 0;
	uint64_t ns = cal_nanoseconds(&tsc);
	if (setup) setup(number("CYCLELAB_", "SEED", 1));
	uint64_t setupNs = cal_nanoseconds(&setUp) - ns;
	struct marked_call first = marked(&lengths);
	int counting = first.isCounted || (mode && *mode == 'c');
	withLoops = !counting && number("CYCLELAB_", "LOOPS", 0) == 1;
	uint64_t rate = counting ? 0 : ticksPerMs(tsc, ns);
	hello(counting ? "count" : "time", counting ? 0 : cal_overhead(), tsc, ns, setupNs);
	row_call(&first);
	row_flush(RESULTS);
	if (counting) count(lengths);
	else taken = samples(rate);
#ifdef CYCLELAB_BEFORE_END
	row_flush(RESULTS);
	CYCLELAB_BEFORE_END();
#endif
	struct cal_disturbance total;
	cal_disturbance(&total);
	ns = cal_nanoseconds(&tsc);
	row_number("{\"t\":\"end\",\"samples\":", taken);
	row_number(",\"tsc\":", tsc);
	row_number(",\"ns\":", ns);
	row_number(",\"nivcsw\":", total.nivcsw);
	row_text("}\n");
	row_flush(RESULTS);
}

CYCLELAB_CODE int CYCLELAB_MAIN(void) {
	uint64_t bytes = number("CYCLELAB_", "STACK", 0);
	char *moved = __builtin_alloca(bytes < LARGEST_STACK ? bytes : LARGEST_STACK);
	__asm__ volatile("" : : "r"(moved) : "memory");
	run();
	return 0;
}
