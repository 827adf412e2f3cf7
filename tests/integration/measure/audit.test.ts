/** The observer of a timed run: its counts for honest programs, what it refuses to programs, and what they see of it. */
import { expect, test } from 'vitest';
import { runsInAll } from '../../../runner/src/job/audit-agreed.ts';
import { reportFunctions } from '../../../runner/src/inspect/listing.ts';
import { readCalls, readObserved } from '../../../runner/src/measure/observed.ts';
import { auditWords, movableAt } from '../../../runner/src/measure/watched.ts';
import { harnessCode, samplingCode } from '../../../runner/src/measure/written-code.ts';
import type { Command } from '../../../runner/src/sandbox/command.ts';
import { clang } from '../../../runner/src/toolchains/cc.ts';
import { builtIn } from './built.ts';
import { poolForAll } from '../hooks.ts';

const pool = poolForAll('cc');

/** `moves`: whether passes are counted without a stop at each, where that is possible. */
const usual = { samples: 31, targetUs: 20, budgetMs: 750, moves: true };

/** A program whose kernel is one loop, not unrolled: its artifacts, and how it is timed and observed. */
async function commandsOf(source: string, { samples, targetUs, budgetMs, moves } = usual) {
	const { build, made, artifacts, seen } = await builtIn(pool, source, ['-fno-unroll-loops']);
	const code = seen.functions.find(({ symbol }) => symbol === 'kernel');
	const back = code?.instructions.find(
		({ flow, target = Infinity, address }) => flow === 'branch' && target < address
	);
	if (!code || back?.target === undefined) throw new Error('The kernel has no loop.');
	const hexadecimal = (address: number) => `0x${address.toString(16)}`;
	const loop = { kernel: hexadecimal(code.address), marker: hexadecimal(back.target) };
	const timed: Command = {
		...clang.execute(build, made),
		env: {
			CYCLELAB_SAMPLES: String(samples),
			CYCLELAB_TARGET_US: String(targetUs),
			CYCLELAB_BUDGET_MS: String(budgetMs)
		},
		limits: { ...clang.limits.measure, wallMs: 20_000 }
	};
	const file = artifacts.get(timed.uses?.[0] ?? '');
	if (!file) throw new Error('The program has no file.');
	const [harness, sampling = NaN] = [harnessCode(file), samplingCode(file)];
	const moved = moves ? movableAt(reportFunctions(seen.functions), loop.marker) : 0;
	const process = { argument: 'rdi', runtime: false, moved, sampling, samples, harness } as const;
	const audited = (isCounted: boolean) => ({
		...timed,
		audit: auditWords({ ...loop, passes: 1 }, { ...process, isCounted })
	});
	return { artifacts, timed, watched: audited(false), counted: audited(true) };
}

/** Calls `use` with a sandbox that has the program, and with what observes the program in it once. */
async function withObserver<T>(
	source: string,
	asked: typeof usual,
	use: (observe: () => Promise<ReturnType<typeof readObserved>>) => Promise<T>
): Promise<T> {
	const { artifacts, watched } = await commandsOf(source, asked);
	const sandbox = await pool.take('measure', 'cc');
	try {
		for (const [name, bytes] of artifacts) await sandbox.put(name, bytes);
		return await use(async () =>
			readObserved((await sandbox.run(watched)).stdout.toString('latin1'), false)
		);
	} finally {
		await sandbox.dispose();
	}
}

/** The observer's result. */
const observed = (source: string, asked = usual) =>
	withObserver(source, asked, async (observe) => {
		// As a job does (`agreed`): a run in which the program ended, had no time for single steps, or was observed too late decides
		// nothing. A busy machine causes that now and then.
		for (let run = 1; ; run++) {
			const found = await observe();
			const isDecided = 'hits' in found ? found.passes > 0 : 'doubt' in found;
			if (isDecided || run === runsInAll) return found;
		}
	});

/** Its passes are long, so that a call has few of them: on a busy machine each stop takes a millisecond or two. */
const kernel = `
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 3;
	for (uint64_t i = 0; i < iterations; i++) __asm__ volatile(".rept 64\\n\\timulq %0, %0\\n\\t.endr" : "+r"(x));
	return x;
}
`;

/** Calls of samples have one, two or three times as many iterations; the other one is of another length. */
const otherLengths = (n: number) =>
	[1 / 3, 1 / 2, 2 / 3, 3 / 2, 2, 3].map((ratio) => Math.round(ratio * n));

test.each([true, false])(
	'the observer counts every pass of one call, and single-steps a part of it: without stops %s',
	async (moves) => {
		const found = await observed(`#include "cyclelab.h"\n${kernel}`, { ...usual, moves });
		if (!('hits' in found)) throw new Error(JSON.stringify(found));
		const { n, hits, complete, other, signals, threads, steps, passes, code } = found;
		expect(otherLengths(n)).toContain(other?.n);
		expect(other?.hits).toBe(other?.n);
		expect({ hits, complete, signals, threads }).toEqual({
			hits: n,
			complete: true,
			signals: 0,
			threads: 1
		});
		// The loop has one path, which executes each instruction once a pass.
		expect(new Set(code.map(([, count]) => count))).toEqual(new Set([passes]));
		expect(steps).toBe(passes * code.length);
	},
	240_000
);

test.each([
	// Observed, a call takes longer than the program has for all its samples.
	{
		asked: { samples: 11, targetUs: 100, budgetMs: 100, moves: false },
		body: '__asm__ volatile("imulq %0, %0; imulq %0, %0; imulq %0, %0; imulq %0, %0" : "+r"(x))'
	},
	// One iteration takes so long that there are few samples.
	{ asked: { samples: 2, targetUs: 20, budgetMs: 750, moves: true }, body: 'usleep(10000)' }
])(
	'a program is observed before its samples are over: $body',
	async ({ asked, body }) => {
		const short = kernel.replace(/__asm__.*?;/, `${body};`);
		const found = await withObserver(
			`#define _GNU_SOURCE\n#include "cyclelab.h"\n#include <unistd.h>\n${short}`,
			asked,
			async (observe) => {
				const all = [];
				for (let run = 0; run < 6; run++) all.push(await observe());
				return all;
			}
		);
		expect(found.filter((one) => 'ended' in one)).toEqual([]);
	},
	240_000
);

test('the passes in the calls of all samples are counted, so that work which is left out late is seen', async () => {
	// There is time for all samples on a busy core as well.
	const asked = { ...usual, budgetMs: 10_000 };
	const callsOf = async (source: string) => {
		const { artifacts, counted } = await commandsOf(`#include "cyclelab.h"\n${source}`, asked);
		const sandbox = await pool.take('measure', 'cc');
		try {
			for (const [name, bytes] of artifacts) await sandbox.put(name, bytes);
			for (let run = 1; ; run++) {
				const { stdout } = await sandbox.run(counted);
				const found = readCalls(stdout.toString('latin1'), false);
				if ('calls' in found) return found.calls;
				if (run === runsInAll) throw new Error(JSON.stringify(found));
			}
		} finally {
			await sandbox.dispose();
		}
	};
	const calls = await callsOf(kernel);
	expect(calls).toHaveLength(2 * (asked.samples - 1));
	expect(calls.filter(([n, hits]) => hits !== n)).toEqual([]);
	const late = kernel.replace(
		'uint64_t x = 3;',
		'$& static int calls; if (calls++ > 50) iterations /= 2;'
	);
	const [n = NaN, hits] = (await callsOf(late)).at(-1) ?? [];
	expect(hits).toBe(n / 2);
}, 240_000);

test('a program that ends where its code is changed can be observed with a stop at each pass', async () => {
	const source = `
#include "cyclelab.h"
#include <string.h>
#include <unistd.h>
static char own[64];
void setup(uint64_t seed) { (void)seed; memcpy(own, (const char *)&kernel, sizeof own); }
static __attribute__((noinline)) void check(void) { if (memcmp(own, (const char *)&kernel, sizeof own)) _exit(1); }
${kernel.replace('i++', 'i++, check()')}`;
	expect(await observed(source, { ...usual, moves: false })).toMatchObject({ complete: true });
	const moved = await withObserver(source, usual, async (observe) => {
		for (;;) {
			const found = await observe();
			if (!('late' in found)) return found;
		}
	});
	expect(moved).toEqual({ ended: true });
}, 240_000);

test('of a kernel that calls itself, the harness’s calls are observed', async () => {
	const recursive = kernel.replace(
		'uint64_t x = 3;',
		'uint64_t x = 3; if (iterations > 64) return kernel(iterations / 2) + kernel(iterations - iterations / 2);'
	);
	const found = await observed(`#include "cyclelab.h"\n${recursive}`);
	if (!('hits' in found)) throw new Error(JSON.stringify(found));
	const { n, complete, other } = found;
	expect(complete).toBe(true);
	expect(n).toBeGreaterThan(64);
	expect(otherLengths(n)).toContain(other?.n);
}, 240_000);

test('threads are counted, and a program that starts one while it is observed is refused', async () => {
	const threads = `
#include "cyclelab.h"
#include <pthread.h>
#include <unistd.h>
static void *work(void *x) { sleep(x ? 20 : 0); return x; }
static void *spin(void *x) { for (;;) __asm__ volatile(""); return x; }
static void start(void *x) { pthread_t one; if (!pthread_create(&one, NULL, x == (void *)&spin ? spin : work, x)) pthread_detach(one); }`;
	const beside = `${threads}
void setup(uint64_t seed) { (void)seed; start(&work); }
${kernel}`;
	expect(await observed(beside)).toMatchObject({ complete: true, threads: 2 });
	// A thread that never sleeps does not keep the observer from the end of both calls.
	const busy = beside.replace('start(&work)', 'start((void *)&spin)');
	expect(await observed(busy)).toMatchObject({
		complete: true,
		other: { n: expect.any(Number) },
		threads: 2
	});
	const within = beside.replace('uint64_t x = 3;', 'uint64_t x = 3; start(NULL);');
	expect(await observed(within)).toEqual({
		bound: 'otherThreads',
		doubt:
			'Its count is that of one thread, and in a run that was timed it started threads or processes while it worked.'
	});
}, 240_000);

test('the observed program may neither trace nor change its seccomp filter', async () => {
	const source = `
#define _GNU_SOURCE
#include "cyclelab.h"
#include <errno.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>
void setup(uint64_t seed) {
	(void)seed;
	if (ptrace(PTRACE_TRACEME, 0, 0, 0) != -1 || errno != EPERM) _exit(1);
	if (syscall(SYS_seccomp, 0, 0, 0) != -1 || errno != EPERM) _exit(1);
	if (syscall(SYS_perf_event_open, 0, 0, -1, -1, 0) != -1 || errno != EPERM) _exit(1);
}
${kernel}`;
	expect(await observed(source)).toMatchObject({ complete: true });
	// The control: a program that ends there is reported.
	expect(await observed(source.replace('errno != EPERM) _exit(1)', '1) _exit(1)'))).toEqual({
		ended: true
	});
}, 240_000);

/** Prints what a program can read of its surroundings before the first row, but for numbers that are drawn. */
const surroundings = `
#define _GNU_SOURCE
#include "cyclelab.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static size_t load(const char *folder, const char *name, char *text, size_t size) {
	char path[300];
	snprintf(path, sizeof path, "/proc/%s/%s", folder, name);
	int file = open(path, O_RDONLY);
	ssize_t length = file < 0 ? 0 : read(file, text, size - 1);
	if (file >= 0) close(file);
	text[length > 0 ? length : 0] = 0;
	return length > 0 ? (size_t)length : 0;
}

/* A line of a process's status, where it is the same for every process of its kind. */
static void line(const char *text, const char *name) {
	const char *at = strstr(text, name);
	if (at) fprintf(stderr, "  %.*s\\n", (int)strcspn(at, "\\n"), at);
}

static void describe(const char *process) {
	static const char *const lines[] = {"Name:", "State:", "TracerPid:", "FDSize:", "VmSize:", "SigIgn:", "SigCgt:", "CapEff:",
		"NoNewPrivs:", "Seccomp:", "Seccomp_filters:", "Cpus_allowed_list:"};
	char text[8192], name[64];
	size_t length = load(process, "cmdline", text, sizeof text);
	fprintf(stderr, "process, %zu bytes of command: %s, parent is %s\\n", length, text, atoi(process) == getppid() ? "it" : "another");
	load(process, "status", text, sizeof text);
	for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
		snprintf(name, sizeof name, "%s", lines[i]);
		line(text, name);
	}
	load(process, "limits", text, sizeof text);
	fprintf(stderr, "%s", text);
	load(process, "oom_score_adj", text, sizeof text);
	fprintf(stderr, "%s", text);
}

void setup(uint64_t seed) {
	(void)seed;
	DIR *processes = opendir("/proc");
	for (struct dirent *one; (one = readdir(processes));)
		/* The supervisor has as many threads as it came to need. */
		if (atoi(one->d_name) > 1) describe(one->d_name);
	closedir(processes);
	fprintf(stderr, "parent is the first: %d, leads its session: %d\\n", getppid() == 1, getsid(0) == getpid());
	for (int i = 0; i < 16; i++) {
		struct rlimit both;
		getrlimit(i, &both);
		fprintf(stderr, "%ld %ld\\n", (long)both.rlim_cur, (long)both.rlim_max);
	}
	for (int i = 0; i < 64; i++) {
		struct stat about;
		int unread = 0;
		if (fstat(i, &about)) continue;
		if (i != 2) ioctl(i, FIONREAD, &unread);
		fprintf(stderr, "descriptor %d: %o, %d, unread %d, %d bytes\\n", i, about.st_mode, fcntl(i, F_GETFL), unread, fcntl(i, F_GETPIPE_SZ));
	}
	for (char **one = environ; *one; one++) fprintf(stderr, "%s\\n", *one);
	errno = 0;
	ptrace(PTRACE_TRACEME, 0, 0, 0);
	fprintf(stderr, "%s, ptrace %d", (char *)getauxval(AT_EXECFN), errno);
	errno = 0;
	syscall(SYS_seccomp, 2, 0, 0);
	fprintf(stderr, ", seccomp %d, nice %d\\n", errno, getpriority(PRIO_PROCESS, 0));
	fflush(stderr);
}
${kernel}`;

test('a program cannot tell an observed process from a timed one before the observer attaches', async () => {
	const { artifacts, timed, watched } = await commandsOf(surroundings);
	const seenIn = async (command: Command) => {
		const sandbox = await pool.take('measure', 'cc');
		try {
			for (const [name, bytes] of artifacts) await sandbox.put(name, bytes);
			const { stderr } = await sandbox.run(command);
			return stderr.toString('latin1');
		} finally {
			await sandbox.dispose();
		}
	};
	const seen = await seenIn(timed);
	// The control: what it prints is there, and both processes are of a kind.
	expect(seen.match(/^process, /gm)).toHaveLength(2);
	expect(seen).toContain(', ptrace 1, seccomp 1,');
	expect(await seenIn(watched)).toBe(seen);
}, 240_000);
