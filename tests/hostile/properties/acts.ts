/** Acts by which a generated program interferes with harness, counts and clocks, besides honest work. Pure data. */

/** An act as C code, by the place in the program. Its identifiers begin with `its_`. */
export type Act = {
	/** Words with underscores. */
	id: string;
	/** At the top level of the file. */
	file?: string;
	/** Before `main`. */
	before?: string;
	/** In `setup`, once in each process, before counting and timing. */
	setup?: string;
	/** In the first call of `kernel` alone. */
	first?: string;
	/** In each call of `kernel`, before and after its loop; `its_n` is the call's argument. */
	start?: string;
	end?: string;
	/** A condition on which a call does half of its iterations. `its_calls` counts calls, `its_seed` is the seed. */
	less?: string;
	/** In `kernel` in place of its loop: a statement that may return. */
	instead?: string;
};

const files: Act[] = [
	{ id: 'count_file', setup: 'its_write("a-262144.counts", "start 1 2 3\\n401000 4 256\\n");' },
	{ id: 'count_pipe', setup: 'mkfifo("a-262144.counts", 0600);' },
	{ id: 'count_link', setup: 'symlink("/dev/null", "a-262144.counts");' },
	{
		id: 'names_of_the_harness',
		setup:
			'its_write("results", "{}\\n"); its_write("harness.c", "x"); its_write("3", "{\\"t\\":\\"end\\"}\\n"); its_write("a", "x");'
	},
	{
		id: 'removes_itself',
		before:
			'char path[256]; ssize_t n = readlink("/proc/self/exe", path, 255); if (n > 0) { path[n] = 0; unlink(path); }'
	},
	{ id: 'leaves_its_folder', setup: 'chdir("/");' },
	{ id: 'umask', before: 'umask(0777);' }
];

const processes: Act[] = [
	{ id: 'fork_that_ends', setup: 'if (fork() == 0) _exit(0);' },
	{ id: 'fork_that_stays', setup: 'if (fork() == 0) { setsid(); sleep(20); _exit(0); }' },
	{ id: 'fork_that_measures_too', setup: 'fork();' },
	{ id: 'fork_while_called', first: 'if (fork() == 0) _exit(7);' },
	{ id: 'fork_that_writes_rows', setup: 'if (fork() == 0) { write(3, "{}\\n", 3); _exit(0); }' },
	{
		id: 'parent_that_leaves',
		setup: 'if (fork() != 0) _exit(0);'
	},
	{
		id: 'thread_that_sleeps',
		file: 'static void *its_sleep(void *x) { sleep(20); return x; }',
		setup: 'pthread_t thread; pthread_create(&thread, NULL, its_sleep, NULL);'
	},
	{
		id: 'thread_that_works',
		file: 'static void *its_spin(void *x) { for (;;) __asm__ volatile(""); return x; }',
		setup: 'pthread_t thread; pthread_create(&thread, NULL, its_spin, NULL);'
	},
	{
		id: 'thread_that_writes_rows',
		file: 'static void *its_rows(void *x) { for (;;) { write(3, "{}\\n", 3); usleep(1000); } return x; }',
		setup: 'pthread_t thread; pthread_create(&thread, NULL, its_rows, NULL);'
	},
	{
		id: 'kernel_in_a_thread',
		file: 'static void *its_nothing(void *x) { return x; }',
		first:
			'pthread_t thread; if (!pthread_create(&thread, NULL, its_nothing, NULL)) pthread_join(thread, NULL);'
	}
];

const signals: Act[] = [
	{
		id: 'alarm',
		file: 'static volatile int its_ticks; static void its_alarm(int s) { (void)s; its_ticks++; }',
		setup:
			'signal(SIGALRM, its_alarm); struct itimerval each = {{0, 5000}, {0, 5000}}; setitimer(ITIMER_REAL, &each, NULL);'
	},
	{ id: 'alarm_that_ends', setup: 'alarm(1);' },
	{ id: 'ignores_all', before: 'for (int s = 1; s < 32; s++) signal(s, SIG_IGN);' },
	{
		id: 'blocks_all',
		before: 'sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, NULL);'
	},
	{
		id: 'trap',
		file: 'static void its_trap(int s) { (void)s; }',
		first: 'signal(SIGTRAP, its_trap); raise(SIGTRAP);'
	},
	{
		id: 'goes_on_after_faults',
		file: 'static sigjmp_buf its_place; static void its_fault(int s) { (void)s; siglongjmp(its_place, 1); }',
		first: 'signal(SIGSEGV, its_fault); if (!sigsetjmp(its_place, 1)) *(volatile int *)8 = 1;'
	},
	{ id: 'kills_its_parent', setup: 'kill(getppid(), SIGKILL);' },
	{ id: 'kills_everybody', setup: 'kill(-1, SIGKILL);' },
	{ id: 'kills_itself', first: 'raise(SIGKILL);' }
];

const limits: Act[] = [
	{ id: 'undumpable', before: 'prctl(PR_SET_DUMPABLE, 0);' },
	{ id: 'name_of_the_supervisor', before: 'prctl(PR_SET_NAME, "supervisor");' },
	{ id: 'dies_with_parent', setup: 'prctl(PR_SET_PDEATHSIG, SIGKILL);' },
	{ id: 'timer_slack', setup: 'prctl(PR_SET_TIMERSLACK, 1000000000ul);' },
	{ id: 'strict_filter', setup: 'prctl(PR_SET_SECCOMP, 1);' },
	{
		id: 'few_descriptors',
		setup: 'setrlimit(RLIMIT_NOFILE, &(struct rlimit){0, 0});'
	},
	{ id: 'no_file_size', setup: 'setrlimit(RLIMIT_FSIZE, &(struct rlimit){0, 0});' },
	{ id: 'little_memory', setup: 'setrlimit(RLIMIT_AS, &(struct rlimit){1 << 20, 1 << 20});' },
	{ id: 'lowest_priority', setup: 'nice(19);' },
	{
		id: 'other_core',
		setup: 'cpu_set_t all; memset(&all, 255, sizeof all); sched_setaffinity(0, sizeof all, &all);'
	},
	{ id: 'yields', start: 'sched_yield();' }
];

const memory: Act[] = [
	{
		id: 'writable_harness',
		setup:
			'mprotect((void *)((uintptr_t)cyclelab_parameter & ~4095ul), 4096, PROT_READ | PROT_WRITE | PROT_EXEC);'
	},
	{
		id: 'harness_without_code',
		setup: 'mprotect((void *)((uintptr_t)cyclelab_parameter & ~4095ul), 4096, PROT_NONE);'
	},
	{
		id: 'harness_overwritten',
		setup:
			'char *at = (char *)((uintptr_t)cyclelab_parameter & ~4095ul); if (!mprotect(at, 4096, 7)) memset(at, 0xc3, 4096);'
	},
	{ id: 'locked_memory', setup: 'mlockall(MCL_CURRENT | MCL_FUTURE);' },
	{
		id: 'environment_gone',
		file: 'extern char **environ;',
		setup: 'environ[0] = NULL;'
	},
	{ id: 'fewer_samples', before: 'setenv("CYCLELAB_SAMPLES", "1", 1);' },
	{ id: 'other_count', before: 'if (getenv("CYCLELAB_COUNT")) setenv("CYCLELAB_COUNT", "7", 1);' },
	{ id: 'other_mode', before: 'setenv("CYCLELAB_MODE", "count", 1);' },
	{ id: 'shorter_calls', before: 'setenv("CYCLELAB_TARGET_US", "1", 1);' },
	{ id: 'moved_stack', before: 'setenv("CYCLELAB_STACK", "18446744073709551615", 1);' }
];

export const acts: readonly Act[] = [...files, ...processes, ...signals, ...limits, ...memory];
