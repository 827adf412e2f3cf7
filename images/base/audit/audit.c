/*
 * The parent of every step of a sandbox that times programs: one that is timed has the same parent, system calls, core and
 * descriptors as one that is observed, and cannot tell from them which it is.
 *
 * audit UID ASKED LAUNCHER [WORD...]
 *   ASKED  the words of one of three requests, with spaces between them and behind them: it is always as long
 *
 *   timed
 *     It wakes when an observer would, once, and ends as the step does.
 *
 *   watch KERNEL SAMPLE SAMPLES MARKER MOVED ARGUMENT THREADS VISITS STEPS MILLISECONDS TEXT BYTES
 *     It observes a timed run: how often the kernel's loop is passed in one call, and which instructions a random part of that
 *     call executes, on the processor. It knows nothing of the emulator, so the two counts prove each other
 *     (runner/src/measure/audit.ts compares them), nor of the program's file, with which the runner compares the bytes of what was
 *     executed (runner/src/measure/written-code.ts). So it does with the harness's code, where the rulers are: that is read when
 *     the observer attaches, before the program can know, and again behind the observed calls.
 *
 *     KERNEL, MARKER  addresses, hexadecimal: the kernel's first instruction and one its loop passes. Where no loop is to be
 *                     watched, the call is observed from its first instruction on
 *     MOVED           bytes of whole instructions from the marker on that may run elsewhere, at most 24; 0: none. Then the program
 *                     stops at each pass
 *     SAMPLE          address, hexadecimal, of the harness's function that takes a sample
 *     SAMPLES         as many samples are expected of the program, at most 2^10: a random one of them is observed
 *     ARGUMENT        the register of the kernel's argument: rdi or rax
 *     THREADS         run: other threads go on, as a runtime needs; hold: they are stopped, or one could occupy the processor
 *                     between any two steps
 *     VISITS          expected visits of the marker in 2^20 iterations; 0: no loop is to be watched
 *     STEPS           instructions to observe one by one, at most 2^14; 0: the passes in the calls of all samples are counted, where
 *                     that needs no stop at each pass, and nothing else is observed
 *     MILLISECONDS    time for the observed call where it stops at each pass: it runs up to a thousand times slower
 *     TEXT, BYTES     address, hexadecimal, and length of the harness's own code, at most 2^15; 0 and 0: it is not read
 *
 *   count KERNEL CALLS STEPS MILLISECONDS
 *     It counts what the emulator cannot (count.h).
 *
 * audit skip NUMBER
 *   It starts and ends so many processes, so that the next one has a number that nobody can expect.
 *
 * Root starts it as it starts the launcher, with the descriptors 0 to 4 of a step, and two of its own (traced.h). The step gets
 * the launcher's limits and its filter, which refuses it the calls that this program needs (refuse.h).
 *
 * The observer attaches when the first row was written, at a random moment while the harness warms up: until then nothing traces
 * the program. It stops the program at no call before the first sample, or the harness would find other lengths than in a run that
 * is timed. Of a random sample it observes both calls, because their difference is what is reported. An observed call may take
 * longer than the harness has for all its samples, but it finishes the one that it is in.
 * One line of JSON is written: what was seen, or why nothing was. "late": the program ended, and this observer or the program had
 * waited for the core for about as long as the harness warms up, so a busy machine is the reason.
 */
#define _GNU_SOURCE
#include <poll.h>
#include "traced.h"
#include "code.h"
#include "counter.h"
#include "count.h"

enum { UID = 1, ASKED, LAUNCHER };
enum { KERNEL = 1, SAMPLE, SAMPLES, MARKER, MOVED, ARGUMENT, THREADS, VISITS, STEPS, MILLISECONDS, TEXT, BYTES, WORDS };
/*
 * WARM_US: less than the harness's own warm-up, in which the observer must attach; LATE_US: what that leaves. STOP_US: at each
 * stop, program and observer wait for each other's core.
 */
enum { MOST_SAMPLES = 1024, WARM_US = 4000, LATE_US = 3000, STOP_US = 10 };

/* What this observer had waited for a core, and the hypervisor had taken, when the program started, us. */
static uint64_t waitedHereBefore;
/* What the program had waited for one at its first row, and the supervisor until it had passed on that row, us. */
static uint64_t waitedAtRow, onTheWay;

static uint64_t waitedHere(void) { return waitedUs(getpid()) + stolenUs(); }

/*
 * It ended before its work could be observed: because of this machine, or for a reason of its own. On a busy core the observer,
 * which sleeps, is woken at once; the program waits, and its budget of time passes meanwhile. All waits count together: a turn of
 * the scheduler is 3 ms, so that each of them alone is often less.
 */
static void endedEarly(void) {
	uint64_t before = waitedHereBefore + waitedAtRow;
	uint64_t waited = onTheWay + waitedHere() + (waitedAtEnd > waitedAtRow ? waitedAtEnd : waitedAtRow);
	report(waited > before + LATE_US + 2 * stops * STOP_US ? "late" : "ended");
}

/*
 * It stops and ends the processes of the step's uid. A step's uid is never root's, and a sandbox's first process is the
 * supervisor, which starts this program; anywhere else, those processes would be other people's.
 */
static void refuseOutsideOfSandbox(const char *uid) {
	if (getppid() == 1 && strtoul(uid, NULL, 10) != 0) return;
	errno = EPERM;
	fail("audit runs in a sandbox only");
}

/*
 * Until a random moment behind the first row. False: there is none, or the step has ended, of which others may still have the
 * descriptor for rows. Up to here, timing and observing are the same.
 */
static int waitForRow(void) {
	struct pollfd row = {FIRST_ROW, POLLIN, 0};
	sigset_t none;
	sigemptyset(&none);
	waitedHereBefore = waitedHere();
	onTheWay = waitedOnTheWayUs();
	if (ppoll(&row, 1, NULL, &none) < 0 || !(row.revents & POLLIN)) return 0;
	onTheWay = waitedOnTheWayUs() - onTheWay;
	waitedAtRow = waitedUs(pid);
	usleep((useconds_t)below(WARM_US));
	return 1;
}

/* Runs to that address, at which it stops by a bit of debug register 7. False: it ended before. */
static int runsTo(uint64_t address, uint64_t bit) {
	if (!debug(7, bit)) report("unreachable");
	do {
		if (!go(PTRACE_CONT)) return 0;
	} while (regs.rip != address);
	return 1;
}

/* Runs to the kernel's next call. Returns its iterations. */
static uint64_t nextCall(uint64_t kernel, int inRax) {
	if (!runsTo(kernel, STOP_ENTRY)) endedEarly();
	return inRax ? regs.rax : regs.rdi;
}

/*
 * To the pass of that number, which then has not begun, to the call's end, or until that moment: then `late` is set. Returns the
 * passes until there.
 */
static uint64_t passesTo(uint64_t most, uint64_t marker, uint64_t end, int *late) {
	if (counter.page) return countedPasses(most);
	if (!debug(7, STOP_MARKER | STOP_RETURN)) report("unreachable");
	for (uint64_t hits = 0;;) {
		if (!go(PTRACE_CONT)) report("ended");
		if (regs.rip == marker) hits++;
		if (hits == most || returned()) return hits;
		if (nowMs() > end) return *late = 1, hits;
	}
}

/*
 * Writes the iterations and passes of the calls of all samples, of which the first begins, as far as the program and the time for it
 * go. Without steps, the harness has its time for all of them.
 */
static void countAll(uint64_t kernel, uint64_t sample, uint64_t samples, uint64_t marker, int inRax, uint64_t end) {
	static struct { uint64_t n, hits; } calls[2 * MOST_SAMPLES];
	unsigned counted = 0;
	mayEnd = 1;
	for (uint64_t taken = 0; counter.page && taken < samples; taken++) {
		if (taken && (nowMs() > end || !runsTo(sample, STOP_SAMPLE))) break;
		for (int call = 0; call < 2; call++, counted++) {
			calls[counted].n = nextCall(kernel, inRax);
			if (!enter(marker)) report("unreachable");
			calls[counted].hits = countedPasses(UNLIMITED);
		}
	}
	if (pid) kill(pid, SIGKILL);
	FILE *out = fdopen(FOUND, "w");
	fputs("{\"calls\":[", out);
	for (unsigned i = 0; i < counted; i++)
		fprintf(out, "%s[%llu,%llu]", i ? "," : "", (unsigned long long)calls[i].n, (unsigned long long)calls[i].hits);
	fputs("]}\n", out);
	fclose(out);
	_exit(0);
}

static void watch(char **asked, uid_t uid) {
	uint64_t kernel = strtoull(asked[KERNEL], NULL, 16), marker = strtoull(asked[MARKER], NULL, 16);
	uint64_t moved = strtoull(asked[MOVED], NULL, 10);
	int inRax = !strcmp(asked[ARGUMENT], "rax");
	uint64_t sample = strtoull(asked[SAMPLE], NULL, 16), samples = strtoull(asked[SAMPLES], NULL, 10);
	uint64_t visits = strtoull(asked[VISITS], NULL, 10), steps = strtoull(asked[STEPS], NULL, 10);
	uint64_t patience = strtoull(asked[MILLISECONDS], NULL, 10);
	int hasLoop = visits > 0;
	if (steps > MOST_STEPS) steps = MOST_STEPS;
	if (samples > MOST_SAMPLES) samples = MOST_SAMPLES;
	if (attach(uid)) report(onTheWay + waitedHere() > waitedHereBefore + LATE_US ? "late" : "unreachable");
	if (!stopped(PTRACE_CONT)) endedEarly();
	if (!debug(0, kernel) || !debug(3, sample)) report("unreachable");
	uint64_t text = strtoull(asked[TEXT], NULL, 16), bytes = strtoull(asked[BYTES], NULL, 10);
	if (bytes > MOST_TEXT) bytes = 0;
	readText(0, text, bytes);

	if (!runsTo(sample, STOP_SAMPLE)) endedEarly();
	/* One of several threads could find the jump, and the counter, of another. */
	if (!strcmp(asked[THREADS], "hold")) holdOthers(uid);
	countAt(marker, moved);
	if (!steps) countAll(kernel, sample, samples, marker, inRax, nowMs() + patience);
	for (uint64_t left = below(samples); left; left--)
		if (!runsTo(sample, STOP_SAMPLE)) endedEarly();
	uint64_t n = nextCall(kernel, inRax), end = nowMs() + patience;
	if (!enter(marker)) report("unreachable");
	uint64_t expected = (uint64_t)((double)n * (double)visits / (1 << 20));
	/* At its first instruction, a breakpoint does not stop the program once more. */
	uint64_t begun = marker == kernel && !counter.page, hits = begun, from = below(expected * 8 / 10) + 1;
	uint64_t walked = 0, whole = 0, passes = 0;
	int done = 0, isLate = 0;
	/* The part that is walked comes within half the time. */
	if (hasLoop && hits < from) {
		hits += passesTo(from - hits, marker, end - patience / 2, &isLate);
		done = returned();
		isLate = 0;
	}
	if (!done && debug(7, 0)) {
		/* The instruction at the marker is the first that is walked. */
		while (walked < steps && !(passes >= 64 && walked >= steps / 4)) {
			path[walked++] = before(pid, regs.rip);
			if (!go(PTRACE_SINGLESTEP)) report("ended");
			if ((done = returned())) break;
			if (regs.rip == marker) hits++, passes++, whole = walked;
		}
		/* Without a loop to watch, the call itself is the pass. */
		if (!hasLoop && !passes) whole = walked;
		/* Else it would stop where it stands, or find half of a jump. */
		while (!done && hasLoop && regs.rip - marker < (moved ? moved : 1)) {
			if (!go(PTRACE_SINGLESTEP)) report("ended");
			done = returned();
		}
		if (!done && hasLoop) hits += passesTo(UNLIMITED, marker, end, &isLate);
	}
	int isComplete = hasLoop && !isLate;
	uint64_t otherN = 0, otherHits = 0;
	if (isComplete) {
		otherN = nextCall(kernel, inRax);
		if (!enter(marker)) report("unreachable");
		otherHits = begun + passesTo(UNLIMITED, marker, nowMs() + patience / 2, &isLate);
	}
	readText(1, text, bytes);
	dprintf(FOUND, "{\"n\":%llu,\"hits\":%llu,\"complete\":%s,\"signals\":%u,\"threads\":%u,\"steps\":%llu,\"passes\":%llu,",
		(unsigned long long)n, (unsigned long long)hits, isComplete ? "true" : "false", signals, eachThread(uid, nothing),
		(unsigned long long)whole, (unsigned long long)passes);
	if (isComplete && !isLate)
		dprintf(FOUND, "\"other\":{\"n\":%llu,\"hits\":%llu},", (unsigned long long)otherN, (unsigned long long)otherHits);
	kill(pid, SIGKILL);
	FILE *out = fdopen(FOUND, "w");
	if (bytes) writeText(out, bytes);
	fputs("\"code\":[", out);
	writePath(out, whole);
	fputs("]}\n", out);
	fclose(out);
	_exit(0);
}

static void skip(int number) {
	for (pid_t one; number > 0 && (one = fork()) >= 0; number--) {
		if (!one) _exit(0);
		waitpid(one, NULL, 0);
	}
}

int main(int count, char **words) {
	static char text[512], *asked[WORDS + 1];
	if (count == 3 && !strcmp(words[1], "skip")) return skip(atoi(words[2])), 0;
	if (count > UID) refuseOutsideOfSandbox(words[UID]);
	unsigned known = 0;
	if (count > LAUNCHER && strlen(words[ASKED]) < sizeof text)
		for (char *one = strtok(strcpy(text, words[ASKED]), " "); one && known < WORDS; one = strtok(NULL, " ")) asked[known++] = one;
	uid_t uid = (uid_t)strtoul(words[UID], NULL, 10);
	int isCount = known == COUNT_WORDS && !strcmp(asked[0], "count"), isWatch = known == WORDS && !strcmp(asked[0], "watch");
	if (!isCount && !isWatch && (known != 1 || strcmp(asked[0], "timed"))) {
		errno = EINVAL;
		fail("audit");
	}
	traces = isCount || isWatch;
	char *last = words[count - 1] + strlen(words[count - 1]);
	int gate = start(words + LAUNCHER, isCount, words[0], (size_t)(last - words[0]));
	if (isCount) countCalls(asked, uid, gate);
	int isThere = waitForRow();
	if (isWatch && !isThere) report("ended");
	if (isWatch) watch(asked, uid);
	endAlike();
}
