/* A step that is traced (audit.c): its start, its stops, and the breakpoints that the processor's debug registers make. */
#include <errno.h>
#include <fcntl.h>
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
#include "tasks.h"

/* Descriptors: why the step could not start; what is found out; readable, or at its end, when the step's first row was written. */
enum { STATUS = 4, FOUND = 5, FIRST_ROW = 6 };
enum { STOP_ENTRY = 1 << 0, STOP_MARKER = 1 << 2, STOP_RETURN = 1 << 4, STOP_SAMPLE = 1 << 6 }; /* bits of debug register 7 */
enum { FOLLOWED = PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXIT };
static pid_t pid;
static struct user_regs_struct regs;
static unsigned signals;
static uint64_t stops;
/* How it ended, as waitpid has it, and how long it had waited for a core by then, us. */
static int ending;
static uint64_t waitedAtEnd;
/* Whether it may end: then its end is not waited for, which would last as long as threads are held. */
static int mayEnd;
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

/* By a file `schedstat` of the kernel's scheduler, us; 0 on a kernel that has none. */
static uint64_t waitedBy(const char *name) {
	unsigned long long ran = 0, waited = 0;
	FILE *file = fopen(name, "r");
	if (!file) return 0;
	if (fscanf(file, "%llu %llu", &ran, &waited) != 2) waited = 0;
	fclose(file);
	return waited / 1000;
}

/* How long a process's first thread waited for a core while it could have run, us. */
static uint64_t waitedUs(pid_t process) {
	char name[32];
	snprintf(name, sizeof name, "/proc/%d/schedstat", process);
	return waitedBy(name);
}

/* Time of all processors that a hypervisor gave to others, us, in steps of 10 ms; 0 where the kernel does not know. */
static uint64_t stolenUs(void) {
	unsigned long long stolen = 0;
	FILE *file = fopen("/proc/stat", "r");
	if (!file) return 0;
	if (fscanf(file, "cpu %*u %*u %*u %*u %*u %*u %*u %llu", &stolen) != 1) stolen = 0;
	fclose(file);
	return stolen * 1000000 / (uint64_t)sysconf(_SC_CLK_TCK);
}

/* The same of all threads of the supervisor, by which the first row comes here. */
static uint64_t waitedOnTheWayUs(void) {
	uint64_t waited = 0;
	char name[sizeof "/proc//task//schedstat" + 300];
	snprintf(name, sizeof name, "/proc/%d/task", getppid());
	DIR *threads = opendir(name);
	for (struct dirent *one; threads && (one = readdir(threads));) {
		if (one->d_name[0] == '.') continue;
		snprintf(name, sizeof name, "/proc/%d/task/%s/schedstat", getppid(), one->d_name);
		waited += waitedBy(name);
	}
	if (threads) closedir(threads);
	return waited;
}

/*
 * The supervisor's request to end the step. This process ends with it; at once where it traces, as a wait for the first thread
 * would last as long as the others are not waited for.
 */
static int traces;
static void endStep(int signal) {
	(void)signal;
	if (pid > 0) kill(pid, SIGKILL);
	if (traces) _exit(0);
}

/* Ends the wait for a row, and nothing else: it is blocked everywhere else. */
static void childEnded(int signal) { (void)signal; }

/*
 * Starts the launcher as a child, with the descriptors 0 to 4, which this process closes. Returns a descriptor: a child that is
 * `held` waits until it is closed. No word of an observer is left for the child to read in /proc.
 */
static int start(char **words, int held, char *from, size_t length) {
	int gate[2];
	sigset_t ends, child, none;
	sigemptyset(&none);
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	ends = child;
	sigaddset(&ends, SIGTERM);
	struct sigaction end = {.sa_handler = endStep}, wake = {.sa_handler = childEnded, .sa_flags = SA_NOCLDSTOP};
	if (pipe2(gate, O_CLOEXEC) || sigprocmask(SIG_BLOCK, &ends, NULL)) fail("pipe");
	if (sigaction(SIGTERM, &end, NULL) || sigaction(SIGCHLD, &wake, NULL)) fail("sigaction");
	pid = fork();
	if (pid < 0) fail("fork");
	if (pid == 0) {
		char nothing;
		close(gate[1]);
		if (held && read(gate[0], &nothing, 1)) _exit(127);
		if (sigprocmask(SIG_SETMASK, &none, NULL)) fail("sigprocmask");
		execv(words[0], words);
		fail(words[0]);
	}
	memset(from, 0, length);
	if (sigprocmask(SIG_SETMASK, &child, NULL)) fail("sigprocmask");
	close_range(0, STATUS, 0);
	close(gate[0]);
	return gate[1];
}

/* Ends as the step does. */
static void endAlike(void) {
	int status = 0;
	while (waitpid(pid, &status, 0) != pid) {}
	if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
	signal(WTERMSIG(status), SIG_DFL);
	raise(WTERMSIG(status));
	_exit(127);
}

static void report(const char *why) {
	dprintf(FOUND, "{\"none\":\"%s\"}\n", why);
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

/* Not before the first sample: held threads do not end, and a program that has as many as it may starts none that would show. */
static void holdOthers(uid_t uid) {
	become(uid);
	eachThread(uid, hold);
	become(0);
}

/* Waits until it stops for us; signals are passed on. False: it is no more. `how`: of ptrace's requests to go on. */
static int stopped(int how) {
	for (;;) {
		int status;
		pid_t stopped = waitpid(pid, &status, __WALL);
		if (stopped < 0 && errno == EINTR) continue;
		if (stopped != pid || !WIFSTOPPED(status)) return ending = status, pid = 0;
		int signal = WSTOPSIG(status);
		stops++;
		if (status >> 16 == PTRACE_EVENT_EXIT) {
			waitedAtEnd = waitedUs(pid);
			if (mayEnd || ptrace(PTRACE_CONT, pid, 0, 0)) return 0;
			continue;
		}
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
