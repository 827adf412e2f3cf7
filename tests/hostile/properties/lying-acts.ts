/** Acts that do less work where a program believes that nobody compares it, or make the work look shorter. Pure data. */
import type { Act } from './acts.ts';

/** In all calls but the first, whose result is compared. */
const later = (condition: string) => `its_calls > 1 && ${condition}`;
const variable = (name: string) =>
	`atoi(getenv("CYCLELAB_${name}") ? getenv("CYCLELAB_${name}") : "0")`;

const environment: Act[] = [
	{ id: 'less_by_samples', less: later(`${variable('SAMPLES')} != 31`) },
	{ id: 'less_by_budget', less: later(`${variable('BUDGET_MS')} != 1500`) },
	{ id: 'less_by_layout', less: later(`${variable('STACK')} / 16 % 2`) },
	{ id: 'less_by_lengths', less: later('!strchr(getenv("CYCLELAB_COUNT"), \',\')') },
	{
		id: 'less_by_mode',
		less: later('getenv("CYCLELAB_MODE") && *getenv("CYCLELAB_MODE") == \'t\'')
	}
];

const seeds: Act[] = [
	{ id: 'less_for_other_seeds', less: later('its_seed != 1') },
	{ id: 'less_for_some_seeds', less: later('its_seed % 2') },
	{ id: 'less_for_small_seeds', less: later('its_seed < 2000000') }
];

const lengths: Act[] = [
	{ id: 'less_in_long_calls', less: 'n > 40000' },
	{
		id: 'less_in_longer_calls',
		file: 'static uint64_t its_last;',
		less: 'n > its_last',
		end: 'its_last = its_n;'
	},
	{ id: 'less_in_odd_lengths', less: 'n != 32768 && n != 16384' },
	{ id: 'less_in_eighths', less: later('its_calls % 8 == 0') }
];

/** By what an observed process may have otherwise than a timed one: its parent, its filters, its cores, what nobody reads of it. */
const surroundings: Act[] = [
	{ id: 'less_below_the_first_process', less: later('its_native() && getppid() == 1') },
	{
		id: 'less_with_one_filter',
		file: `static int its_filters(void) {
	char text[4096];
	int file = open("/proc/self/status", O_RDONLY);
	ssize_t length = read(file, text, sizeof text - 1);
	close(file);
	text[length > 0 ? length : 0] = 0;
	char *at = strstr(text, "Seccomp_filters:");
	return at ? atoi(at + 16) : 0;
}
static int its_filtered;`,
		setup: 'its_filtered = its_filters();',
		less: later('its_native() && its_filtered < 2')
	},
	{
		id: 'less_on_one_core',
		file: 'static cpu_set_t its_cores;',
		setup: 'sched_getaffinity(0, sizeof its_cores, &its_cores);',
		less: later('its_native() && CPU_COUNT(&its_cores) == 1')
	},
	{
		id: 'less_where_rows_are_read',
		file: 'static int its_unread(void) { int bytes = 0; ioctl(3, FIONREAD, &bytes); return bytes; }',
		less: later('its_native() && !its_unread()')
	},
	{
		id: 'less_beside_one_process',
		file: `static int its_processes;
static void its_look(void) {
	DIR *all = opendir("/proc");
	for (struct dirent *one; all && (one = readdir(all));) if (atoi(one->d_name) > 0) its_processes++;
	if (all) closedir(all);
}`,
		setup: 'its_look();',
		less: later('its_native() && its_processes <= 2')
	}
];

const whenTimed: Act[] = [
	{ id: 'less_when_timed', less: '!its_counted()' },
	{ id: 'less_in_later_timed_calls', less: later('!its_counted()') },
	{ id: 'less_by_pace', less: later('its_quick()') },
	{ id: 'less_without_mode', less: later('!getenv("CYCLELAB_MODE")') }
];

/** As many instructions in every call; those of shorter calls wait for memory. */
const slowData: Act[] = [
	{
		id: 'slow_data_in_shorter_calls',
		file: 'static volatile char its_big[1 << 25]; static uint64_t its_before;',
		start:
			'unsigned step = its_n < its_before ? 8209 : 0; unsigned at = 0; for (int i = 0; i < 3000; i++) at = (at + step + (unsigned)its_big[at]) % sizeof its_big;',
		end: 'its_before = its_n;'
	},
	{
		id: 'slow_data_behind_quick_instructions',
		file: 'static volatile char its_large[1 << 25]; static uint64_t its_earlier;',
		start:
			'if (its_n < its_earlier) for (unsigned i = 0, at = 0; i < 800; i++) at = (at + 8209 + (unsigned)its_large[at]) % sizeof its_large; for (int i = 0; i < 2000; i++) __asm__ volatile(".rept 40\\n\\tnop\\n\\t.endr");',
		end: 'its_earlier = its_n;'
	}
];

/** Other data, on which a walk through memory is quicker, in all calls but the first. */
const otherData: Act[] = [
	{
		id: 'near_data_in_later_timed_calls',
		start:
			'if (its_calls == 2 && !its_counted()) for (uint32_t i = 0; i < its_places; i++) its_next[i] = (i & ~255u) | ((i + 1) & 255);'
	}
];

/** The loop of the ruler, in the harness's section: its length is a constant of four bytes. */
const ruler: Act[] = [
	{
		id: 'longer_ruler',
		file: `static void its_lengthen(void) {
	unsigned char *at = (unsigned char *)((uintptr_t)cyclelab_parameter & ~4095ul);
	if (mprotect(at - 8192, 5 * 4096, PROT_READ | PROT_WRITE | PROT_EXEC) && mprotect(at, 4096, PROT_READ | PROT_WRITE | PROT_EXEC)) return;
	for (unsigned char *p = at; p < at + 4000; p++)
		if (*p >= 0xb8 && *p < 0xc0 && p[1] == 100 && !p[2] && !p[3] && !p[4]) p[1] = 185;
}`,
		setup: 'if (!its_counted()) its_lengthen();'
	}
];

const setup: Act[] = [
	{
		id: 'results_from_setup',
		file: 'static uint64_t its_known[2];',
		setup: 'its_known[0] = its_work(32768); its_known[1] = its_work(16384);',
		instead: 'if (n == 32768) return its_known[0]; if (n == 16384) return its_known[1];'
	},
	{ id: 'work_in_setup', setup: 'for (int i = 0; i < 1000; i++) its_work(100);' }
];

const veils: Act[] = [
	{
		id: 'less_behind_avx512',
		start:
			'if (!its_counted() && __builtin_cpu_supports("avx512f")) __asm__ volatile("vpxord %zmm20, %zmm20, %zmm20");',
		less: later('!its_counted() && __builtin_cpu_supports("avx512f")')
	},
	{
		id: 'reads_the_clock',
		start: 'its_clock = __builtin_ia32_rdtsc();',
		file: 'static volatile uint64_t its_clock;'
	},
	{ id: 'approximates', start: '__asm__ volatile("rsqrtps %%xmm0, %%xmm1" : : : "xmm1");' }
];

export const lyingActs: readonly Act[] = [
	...environment,
	...seeds,
	...lengths,
	...surroundings,
	...whenTimed,
	...slowData,
	...otherData,
	...ruler,
	...setup,
	...veils
];
