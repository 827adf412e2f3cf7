/*
 * Counts instructions on the processor, by single steps, for programs with instructions that the counting emulator lacks, and
 * for programs that ask the processor what it has and choose their code by that.
 *
 * audit UID count KERNEL CALLS STEPS MILLISECONDS LAUNCHER [WORD...]
 *   KERNEL        address of the kernel's first instruction, hexadecimal
 *   CALLS         calls that the harness makes of it (CYCLELAB_COUNT), at most 3; each is counted apart
 *   STEPS         instructions to step through in all
 *   MILLISECONDS  time for that
 *
 * The step's rows are passed on to descriptor 3. Descriptor 1 gets the text that the supervisor writes of the emulator's counts
 * (images/base/supervisor/counts.go), with a block of one instruction for each address; or one of JSON: why there is none
 * (ended, by which signal or 0; threads; unreachable; steps, or the time for them; places).
 */
enum { COUNT = 2, COUNT_KERNEL, COUNT_CALLS, COUNT_STEPS, COUNT_MILLISECONDS, COUNT_LAUNCHER };
enum { CALLS_AT_MOST = 3, PLACES = 1 << 16, ATTACH_MS = 2000 };
/* By address, open: a place is free where `at` is 0. */
static struct place {
	uint64_t at, times[CALLS_AT_MOST];
} places[PLACES];
static unsigned placesUsed;

static void uncounted(const char *why) {
	dprintf(1, "{\"none\":\"%s\",\"signal\":%d}\n", why, !pid && WIFSIGNALED(ending) ? WTERMSIG(ending) : 0);
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

static int countCalls(char **words) {
	uid_t uid = (uid_t)strtoul(words[1], NULL, 10);
	uint64_t kernel = strtoull(words[COUNT_KERNEL], NULL, 16), most = strtoull(words[COUNT_STEPS], NULL, 10), steps = 0;
	unsigned calls = (unsigned)strtoul(words[COUNT_CALLS], NULL, 10);
	if (calls > CALLS_AT_MOST) calls = CALLS_AT_MOST;
	size_t filled;
	int rows = start(words + COUNT_LAUNCHER, &filled);
	/* The launcher cannot be attached to; the program can, and waits at its first row. */
	for (uint64_t late = nowMs() + ATTACH_MS; attach(uid); usleep(200))
		if (nowMs() > late) uncounted(waitpid(pid, &ending, WNOHANG) == pid ? pid = 0, "ended" : "unreachable");
	if (!stopped(PTRACE_CONT)) uncounted("ended");
	char buffer[4096];
	while (filled) {
		ssize_t got = read(rows, buffer, filled < sizeof buffer ? filled : sizeof buffer);
		if (got <= 0) uncounted("ended");
		filled -= (size_t)got;
	}
	uint64_t end = nowMs() + strtoull(words[COUNT_MILLISECONDS], NULL, 10);
	for (unsigned call = 0; call < calls; call++) {
		if (!debug(0, kernel) || !debug(7, STOP_ENTRY)) uncounted("unreachable");
		do
			if (!go(PTRACE_CONT)) uncounted("ended");
		while (regs.rip != kernel);
		if (!call) holdOthers(uid);
		if (!enter(kernel) || !debug(7, 0)) uncounted("unreachable");
		while (!returned()) {
			placeOf(regs.rip)->times[call]++;
			if (++steps > most || (steps % 1024 == 0 && nowMs() > end)) uncounted("steps");
			if (!go(PTRACE_SINGLESTEP)) uncounted("ended");
		}
	}
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
	if (!debug(7, 0)) uncounted("unreachable");
	become(uid);
	eachThread(uid, release);
	become(0);
	for (ssize_t got; (got = read(rows, buffer, sizeof buffer)) > 0;)
		if (write(RESULTS, buffer, (size_t)got) != got) break;
	if (waitpid(pid, &ending, __WALL) != pid || !WIFEXITED(ending) || WEXITSTATUS(ending)) pid = 0, uncounted("ended");
	for (size_t from = 0, wrote; from < length; from += wrote)
		if ((ssize_t)(wrote = (size_t)write(1, text + from, length - from)) <= 0) break;
	_exit(0);
}
