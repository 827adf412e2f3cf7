/*
 * Counts instructions on the processor, by single steps, for programs with instructions that the counting emulator lacks, and
 * for programs that ask the processor what it has and choose their code by that. The observer is there from the program's first
 * instruction on. It answers the mark behind the first call as the emulator does, so the harness counts and the program's
 * environment does not tell.
 *
 * count KERNEL CALLS STEPS MILLISECONDS
 *   KERNEL        address of the kernel's first instruction, hexadecimal
 *   CALLS         calls that the harness makes of it (CYCLELAB_COUNT), at most 3; each is counted apart
 *   STEPS         instructions to step through in all; 0: none, the program runs and its calls are not counted
 *   MILLISECONDS  time for that
 *
 * Written is the text that the supervisor writes of the emulator's counts (images/base/supervisor/counts.go), with a block of one
 * instruction for each address; or one of JSON: why there is none (ended, by which signal or 0; threads; unreachable; steps, or
 * the time for them; places).
 */
#include <sys/syscall.h>

enum { COUNT_KERNEL = 1, COUNT_CALLS, COUNT_STEPS, COUNT_MILLISECONDS, COUNT_WORDS };
/* CALL_MARK: images/base/libcal/arch.h. */
enum { CALLS_AT_MOST = 3, PLACES = 1 << 16, CALL_MARK = 0x43594c, NEAR = 64 };
/* By address, open: a place is free where `at` is 0. */
static struct place {
	uint64_t at, times[CALLS_AT_MOST];
} places[PLACES];
static unsigned placesUsed;

static void uncounted(const char *why) {
	dprintf(FOUND, "{\"none\":\"%s\",\"signal\":%d}\n", why, !pid && WIFSIGNALED(ending) ? WTERMSIG(ending) : 0);
	if (pid > 0) kill(pid, SIGKILL);
	_exit(0);
}

static struct place *placeOf(uint64_t at) {
	uint64_t i = (at * 0x9E3779B97F4A7C15u) >> 48;
	while (places[i].at && places[i].at != at) i = (i + 1) % PLACES;
	if (!places[i].at) {
		if (++placesUsed > PLACES / 2) uncounted("places");
		places[i].at = at;
	}
	return places + i;
}

/* Files that code is executed from, as the supervisor writes them; names of odd letters become a hyphen. */
static void writeRegions(FILE *out) {
	char line[4096], path[64];
	snprintf(path, sizeof path, "/proc/%d/maps", pid);
	FILE *maps = fopen(path, "r");
	for (unsigned regions = 0; maps && regions < 64 && fgets(line, sizeof line, maps);) {
		unsigned long long from, to;
		char executable;
		int at = 0;
		if (sscanf(line, "%llx-%llx %*c%*c%c%*c %*s %*s %*s %n", &from, &to, &executable, &at) < 3 || executable != 'x') continue;
		char *name = strrchr(line, '/');
		name = at && name ? name + 1 : line + strlen(line);
		name[strcspn(name, "\n")] = 0;
		int isPlain = *name && strlen(name) < 47 && strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.+-") == strlen(name);
		fprintf(out, "region %llx %llx %s\n", from, to, isPlain ? name : "-");
		regions++;
	}
	if (maps) fclose(maps);
}

static void release(pid_t thread) { ptrace(PTRACE_DETACH, thread, 0, 0); }

/* Two executions: of the launcher, and of the program. */
static void toProgram(int gate) {
	if (ptrace(PTRACE_SEIZE, pid, 0, PTRACE_O_TRACEEXEC | PTRACE_O_TRACEEXIT | PTRACE_O_EXITKILL)) uncounted("unreachable");
	close(gate);
	if (!stopped(PTRACE_CONT) || !go(PTRACE_CONT)) uncounted("ended");
}

static void toKernel(uint64_t kernel) {
	if (!debug(0, kernel) || !debug(7, STOP_ENTRY)) uncounted("unreachable");
	do
		if (!go(PTRACE_CONT)) uncounted("ended");
	while (regs.rip != kernel);
}

/* Behind the first call. */
static void answerMark(void) {
	for (int i = 0; i < NEAR; i++) {
		int isMark = regs.rax == CALL_MARK && (ptrace(PTRACE_PEEKTEXT, pid, regs.rip, 0) & 0xffff) == 0x050f; /* syscall */
		if (!go(PTRACE_SINGLESTEP)) uncounted("ended");
		if (!isMark) continue;
		regs.rax = 0;
		if (ptrace(PTRACE_SETREGS, pid, 0, &regs)) break;
		return;
	}
	uncounted("unreachable");
}

static void countCalls(char **asked, uid_t uid, int gate) {
	uint64_t kernel = strtoull(asked[COUNT_KERNEL], NULL, 16), most = strtoull(asked[COUNT_STEPS], NULL, 10), steps = 0;
	unsigned calls = (unsigned)strtoul(asked[COUNT_CALLS], NULL, 10);
	if (calls > CALLS_AT_MOST) calls = CALLS_AT_MOST;
	if (!most) calls = 1;
	toProgram(gate);
	toKernel(kernel);
	if (ptrace(PTRACE_SETOPTIONS, pid, 0, most ? FOLLOWED | PTRACE_O_EXITKILL : PTRACE_O_EXITKILL)) uncounted("unreachable");
	if (most) holdOthers(uid);
	uint64_t end = nowMs() + strtoull(asked[COUNT_MILLISECONDS], NULL, 10);
	for (unsigned call = 0; call < calls; call++) {
		if (call) toKernel(kernel);
		if (!enter(kernel) || !debug(7, most ? 0 : STOP_RETURN)) uncounted("unreachable");
		while (!returned()) {
			if (most) placeOf(regs.rip)->times[call]++;
			if (most && (++steps > most || (steps % 1024 == 0 && nowMs() > end))) uncounted("steps");
			if (!go(most ? PTRACE_SINGLESTEP : PTRACE_CONT)) uncounted("ended");
		}
		if (!call) answerMark();
	}
	if (!debug(7, 0)) uncounted("unreachable");
	if (!most) release(pid), endAlike();
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	fprintf(out, "start %u 1 %u\n", placesUsed, 2 * calls);
	writeRegions(out);
	for (unsigned i = 0; i < PLACES; i++) {
		if (!places[i].at) continue;
		/* Marks are before and after each call. */
		fprintf(out, "%llx 1", (unsigned long long)places[i].at);
		for (unsigned call = 0; call < calls; call++) fprintf(out, " 0 %llu", (unsigned long long)places[i].times[call]);
		fputc('\n', out);
	}
	fclose(out);
	/* It goes on to its last row. */
	become(uid);
	eachThread(uid, release);
	become(0);
	pid_t ended;
	while ((ended = waitpid(pid, &ending, __WALL)) < 0 && errno == EINTR) {}
	if (ended != pid || !WIFEXITED(ending) || WEXITSTATUS(ending)) pid = 0, uncounted("ended");
	for (size_t from = 0, wrote; from < length; from += wrote)
		if ((ssize_t)(wrote = (size_t)write(FOUND, text + from, length - from)) <= 0) break;
	_exit(0);
}
