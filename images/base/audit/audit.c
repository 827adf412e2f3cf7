/*
 * Runs a step and observes it from outside: how often the kernel's loop is passed in one call, and which instructions a
 * random part of that call executes, on the processor and in the mode that is timed. It knows nothing of the emulator, so
 * the two counts prove each other (runner/src/measure/audit.ts compares them), nor of the program's file, with which the
 * runner compares the bytes of what it executed (runner/src/measure/written-code.ts).
 *
 * audit UID KERNEL MARKER ARGUMENT THREADS VISITS STEPS MILLISECONDS LAUNCHER [WORD...]
 *   KERNEL, MARKER  addresses, hexadecimal: the kernel's first instruction and one its loop passes; the same where no loop is
 *                   to be watched: then the call is observed from its first instruction on
 *   ARGUMENT        the register of the kernel's argument: rdi or rax
 *   THREADS         run: other threads go on, as a runtime needs; hold: they are stopped, or one could occupy the processor
 *                   between any two steps
 *   VISITS          expected visits of the marker in 2^20 iterations
 *   STEPS           instructions to observe one by one, at most 2^14
 *   MILLISECONDS    time for the observed call; it runs up to a thousand times slower
 *
 * Root starts it as it starts the launcher, with the descriptors 0 to 4 of a step. The step's own output goes into pipes.
 * The step gets the launcher's limits and, before that, a filter that refuses it the two calls that this sandbox allows
 * and a measuring sandbox does not (runner/src/sandbox/seccomp.ts).
 *
 * It attaches when the first row was written, at a random moment while the harness warms up: until then the
 * program cannot detect the observer. It lets calls pass until the harness takes samples (n, 2n, 2n, n) and a random number more.
 * Then it observes both calls of one sample, because their difference is what is reported; which of them comes first is random.
 * One line of JSON is written to descriptor 1.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/random.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "code.h"
#include "refuse.h"
#include "tasks.h"

enum { UID = 1, KERNEL, MARKER, ARGUMENT, THREADS, VISITS, STEPS, MILLISECONDS, LAUNCHER };
enum { RESULTS = 3, STATUS = 4, MOST_CALLS = 100000, SKIPPED = 16, WARM_US = 4000 };
enum { STOP_ENTRY = 1 << 0, STOP_MARKER = 1 << 2, STOP_RETURN = 1 << 4 }; /* bits of debug register 7 */
enum { FOLLOWED = PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE };
static pid_t pid;
static struct user_regs_struct regs;
static unsigned signals;
/* Where the observed call returns to, and the stack pointer at its entry. */
static uint64_t back, stack;

static void fail(const char *what) {
	dprintf(STATUS, "%s: %s\n", what, strerror(errno));
	_exit(127);
}

static uint64_t below(uint64_t limit) {
	uint64_t value = 0;
	if (getrandom(&value, sizeof value, 0) != sizeof value) fail("getrandom");
	return limit ? value % limit : 0;
}

static uint64_t nowMs(void) {
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Returns the end from which the step's rows are read. */
static int start(char **words) {
	int pipes[3][2];
	for (int i = 0; i < 3; i++)
		if (pipe2(pipes[i], O_CLOEXEC)) fail("pipe");
	pid = fork();
	if (pid < 0) fail("fork");
	if (pid == 0) {
		if (refuse()) fail("seccomp");
		for (int i = 0; i < 3; i++)
			if (dup2(pipes[i][1], i + 1) < 0) fail("dup2");
		execv(words[0], words);
		fail(words[0]);
	}
	for (int i = 0; i < 3; i++) close(pipes[i][1]);
	/* Its end must be seen when the step's is closed. */
	close(STATUS);
	return pipes[2][0];
}

static void report(const char *why) {
	dprintf(1, "{\"none\":\"%s\"}\n", why);
	/* What it traces ends with it; a wait for the first thread would last as long as the others are not waited for. */
	if (pid > 0) kill(pid, SIGKILL);
	_exit(0);
}

static void nothing(pid_t thread) { (void)thread; }

/* Stops a thread that is not observed. One that has ended meanwhile is fine. */
static void hold(pid_t thread) {
	if (thread != pid && !ptrace(PTRACE_SEIZE, thread, 0, PTRACE_O_EXITKILL)) ptrace(PTRACE_INTERRUPT, thread, 0, 0);
}

/* ptrace(2) compares real ids, and root here lacks the capability to trace whom it likes. */
static void become(uid_t uid) {
	if (uid ? setresgid(uid, 0, 0) || setresuid(uid, 0, 0) : setresuid(0, 0, 0) || setresgid(0, 0, 0)) _exit(127);
}

static int attach(uid_t uid) {
	become(uid);
	long failed = ptrace(PTRACE_SEIZE, pid, 0, FOLLOWED | PTRACE_O_EXITKILL);
	become(0);
	return failed || ptrace(PTRACE_INTERRUPT, pid, 0, 0) ? -1 : 0;
}

/* Not before the observed call: held threads do not end, and a program that has as many as it may starts none that would show. */
static void holdOthers(uid_t uid) {
	become(uid);
	eachThread(uid, hold);
	become(0);
}

/* Waits until it stops for us; signals are passed on. False: it is no more. `how`: of ptrace's requests to go on. */
static int stopped(int how) {
	for (;;) {
		int status;
		if (waitpid(pid, &status, __WALL) != pid || !WIFSTOPPED(status)) return pid = 0;
		int signal = WSTOPSIG(status);
		/* Its loop would be passed in two places, of which one is observed. */
		if (status >> 16 && status >> 16 <= PTRACE_EVENT_CLONE) report("threads");
		if (status >> 16 || signal == SIGTRAP) return ptrace(PTRACE_GETREGS, pid, 0, &regs) == 0;
		signals++;
		if (ptrace(how, pid, 0, signal)) return 0;
	}
}

static int go(int how) { return ptrace(how, pid, 0, 0) == 0 && stopped(how); }

static int debug(int number, uint64_t value) {
	return ptrace(PTRACE_POKEUSER, pid, offsetof(struct user, u_debugreg) + 8 * (size_t)number, value) == 0;
}

/* At the kernel's entry. False: it cannot be observed. */
static int enter(uint64_t marker) {
	errno = 0;
	back = (uint64_t)ptrace(PTRACE_PEEKDATA, pid, regs.rsp, 0), stack = regs.rsp;
	return !errno && debug(1, marker) && debug(2, back) && debug(7, STOP_MARKER | STOP_RETURN);
}

static int returned(void) { return regs.rip == back && regs.rsp > stack; }

/* The passes until the call returns, or until that moment: then `late` is set. */
static uint64_t restOf(uint64_t marker, uint64_t end, int *late) {
	for (uint64_t hits = 0;;) {
		if (!go(PTRACE_CONT)) report("ended");
		if (regs.rip == marker) hits++;
		if (returned()) return hits;
		if (nowMs() > end) return *late = 1, hits;
	}
}

int main(int count, char **words) {
	if (count <= LAUNCHER) {
		errno = EINVAL;
		fail("audit");
	}
	uid_t uid = (uid_t)strtoul(words[UID], NULL, 10);
	uint64_t kernel = strtoull(words[KERNEL], NULL, 16), marker = strtoull(words[MARKER], NULL, 16);
	int inRax = !strcmp(words[ARGUMENT], "rax");
	uint64_t visits = strtoull(words[VISITS], NULL, 10), steps = strtoull(words[STEPS], NULL, 10);
	uint64_t patience = strtoull(words[MILLISECONDS], NULL, 10);
	if (steps > MOST_STEPS) steps = MOST_STEPS;
	struct pollfd rows = {start(words + LAUNCHER), POLLIN, 0};
	if (poll(&rows, 1, -1) < 0 || !(rows.revents & POLLIN)) report("ended");
	usleep((useconds_t)below(WARM_US));
	if (attach(uid)) report("unreachable");
	if (!stopped(PTRACE_CONT)) report("ended");
	if (!debug(0, kernel) || !debug(7, STOP_ENTRY)) report("unreachable");

	/* n of the last four calls, the newest first. Two equal calls are the last of one sample and the first of the next. */
	uint64_t n[4] = {0}, least = 0, left = 0, isLong = below(2);
	for (unsigned calls = 0;; calls++) {
		if (calls == MOST_CALLS || !go(PTRACE_CONT)) report("ended");
		if (regs.rip != kernel) continue;
		memmove(n + 1, n, sizeof n - sizeof *n);
		n[0] = inRax ? regs.rax : regs.rdi;
		if (!least && n[0] == n[3] && n[1] == 2 * n[0] && n[2] == 2 * n[0]) least = n[0], left = 1 + below(SKIPPED);
		else if (least && left) left--;
		else if (least && n[0] == n[1] && n[0] == least << isLong) break;
	}
	if (!strcmp(words[THREADS], "hold")) holdOthers(uid);
	uint64_t end = nowMs() + patience;
	if (!enter(marker)) report("unreachable");
	uint64_t expected = (uint64_t)((double)n[0] * (double)visits / (1 << 20));
	uint64_t hits = marker == kernel, from = below(expected * 8 / 10), walked = 0, whole = 0, passes = 0;
	int done = 0, late = 0;
	/* The part that is walked comes within half the time. */
	while (!done && hits <= from && nowMs() < end - patience / 2) {
		if (!go(PTRACE_CONT)) report("ended");
		if (regs.rip == marker) hits++;
		done = returned();
	}
	if (!done && debug(7, 0)) {
		/* The instruction at the marker is the first that is walked. */
		while (walked < steps && !(passes >= 64 && walked >= steps / 4)) {
			path[walked++] = before(pid, regs.rip);
			if (!go(PTRACE_SINGLESTEP)) report("ended");
			if ((done = returned())) break;
			if (regs.rip == marker) hits++, passes++, whole = walked;
		}
		/* Else it would stop where it stands. */
		if (!done && regs.rip == marker && go(PTRACE_SINGLESTEP)) done = returned();
		/* Without a loop to watch, the call itself is the pass. */
		if (marker == kernel && !passes) whole = walked;
		if (!debug(7, STOP_MARKER | STOP_RETURN)) report("unreachable");
		if (!done) hits += restOf(marker, end, &late);
	}
	int isComplete = !late;
	uint64_t otherN = 0, otherHits = marker == kernel;
	if (!late) {
		if (!debug(7, STOP_ENTRY)) report("unreachable");
		do
			if (!go(PTRACE_CONT)) report("ended");
		while (regs.rip != kernel);
		otherN = inRax ? regs.rax : regs.rdi;
		if (!enter(marker)) report("unreachable");
		otherHits += restOf(marker, nowMs() + patience / 2, &late);
	}
	dprintf(1, "{\"n\":%llu,\"hits\":%llu,\"complete\":%s,\"signals\":%u,\"threads\":%u,\"steps\":%llu,\"passes\":%llu,",
		(unsigned long long)n[0], (unsigned long long)hits, isComplete ? "true" : "false", signals, eachThread(uid, nothing),
		(unsigned long long)whole, (unsigned long long)passes);
	if (!late) dprintf(1, "\"other\":{\"n\":%llu,\"hits\":%llu},", (unsigned long long)otherN, (unsigned long long)otherHits);
	dprintf(1, "\"code\":[");
	kill(pid, SIGKILL);
	FILE *out = fdopen(1, "w");
	writePath(out, whole);
	fputs("]}\n", out);
	fclose(out);
	_exit(0);
}
