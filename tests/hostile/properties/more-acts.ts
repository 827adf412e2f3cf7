/** Acts on control flow, descriptors, clocks, output and the program's symbol tables. Pure data. */
import type { Act } from './acts.ts';

const endings: Act[] = [
	{ id: 'exit_in_constructor', before: '_exit(0);' },
	{ id: 'exit_in_setup', setup: 'exit(0);' },
	{
		id: 'exit_in_a_call',
		file: 'static int its_calls;',
		start: 'if (++its_calls == 20) _exit(0);'
	},
	{
		id: 'exit_at_exit',
		file: 'static void its_exit(void) { _exit(0); }',
		setup: 'atexit(its_exit);'
	},
	{
		id: 'exit_in_destructor',
		file: '__attribute__((destructor)) static void its_leave(void) { _exit(0); }'
	},
	{ id: 'abort', setup: 'abort();' },
	{
		id: 'long_jump',
		file: 'static jmp_buf its_here;',
		start: 'if (!setjmp(its_here)) longjmp(its_here, 1);'
	},
	{
		id: 'long_jump_to_setup',
		file: 'static jmp_buf its_setup; static int its_jumps;',
		setup: 'if (setjmp(its_setup)) return;',
		first: 'if (!its_jumps++) longjmp(its_setup, 1);'
	}
];

const descriptors: Act[] = [
	{ id: 'closes_results', setup: 'close(3);' },
	{ id: 'closes_all', setup: 'for (int i = 0; i < 256; i++) close(i);' },
	{ id: 'closes_others', before: 'for (int i = 4; i < 256; i++) close(i);' },
	{ id: 'results_elsewhere', setup: 'dup2(open("/dev/null", O_WRONLY), 3);' },
	{ id: 'results_to_output', setup: 'dup2(1, 3);' },
	{ id: 'output_to_results', setup: 'dup2(3, 1); puts("{}"); fflush(stdout);' },
	{
		id: 'duplicates',
		before: 'for (int i = 4; i < 256; i++) dup2(3, i);'
	},
	{ id: 'never_blocks', setup: 'fcntl(3, F_SETFL, O_NONBLOCK);' },
	{ id: 'writes_a_row', first: 'write(3, "{\\"t\\":\\"s\\"}\\n", 10);' },
	{ id: 'writes_no_row', setup: 'write(3, "\\0\\377x", 3);' },
	{
		id: 'writes_an_end',
		first:
			'its_row("{\\"t\\":\\"end\\",\\"samples\\":0,\\"tsc\\":1,\\"ns\\":1,\\"nivcsw\\":0}\\n");'
	}
];

const clocks: Act[] = [
	{ id: 'clock_faults', setup: 'prctl(PR_SET_TSC, PR_TSC_SIGSEGV);' },
	{
		id: 'clock_faults_while_called',
		start: 'prctl(PR_SET_TSC, PR_TSC_SIGSEGV);',
		end: 'prctl(PR_SET_TSC, PR_TSC_ENABLE);'
	},
	{
		id: 'clock_of_its_own',
		file: 'int clock_gettime(clockid_t id, struct timespec *t) { static long at; (void)id; t->tv_sec = 1; t->tv_nsec = at += 1000; return 0; }'
	},
	{
		id: 'usage_of_its_own',
		file: 'int getrusage(__rusage_who_t who, struct rusage *u) { (void)who; memset(u, 0, sizeof *u); return 0; }'
	},
	{ id: 'sets_the_clock', setup: 'settimeofday(&(struct timeval){1, 0}, NULL);' },
	{ id: 'sleeps', first: 'usleep(20000);' }
];

const output: Act[] = [
	{ id: 'many_lines', setup: 'for (int i = 0; i < 5000; i++) puts("x");' },
	{
		id: 'long_line',
		setup: 'for (int i = 0; i < 20000; i++) fputs("more and more ", stderr);'
	},
	{ id: 'too_much', setup: 'for (int i = 0; i < 2000000; i++) puts("more and more");' },
	{
		id: 'control_characters',
		setup: 'for (int i = 0; i < 256; i++) putchar(i); fflush(stdout);'
	},
	{
		id: 'forged_report',
		setup: 'puts("{\\"type\\":\\"finished\\"}\\n\\x1b[2J{\\"failure\\":null}"); fflush(stdout);'
	}
];

const keep = '__attribute__((used, noinline)) static';
const symbol = (id: string, name: string): Act => ({
	id,
	file: `void its_${id}(void) __asm__(${JSON.stringify(name)}); __attribute__((used, noinline)) void its_${id}(void) { __asm__ volatile("nop"); }`
});
const tables: Act[] = [
	symbol('symbol_like_the_kernel', 'kernel.part.0'),
	symbol('symbol_with_spaces', 'a b <c>: d'),
	symbol('symbol_like_a_listing', '0000000000401000 <kernel>:'),
	symbol('symbol_with_line_break', 'x>:\n401000: ret'),
	symbol('symbol_of_another_language', '_ZN3foo3barEv'),
	symbol('symbol_in_unicode', 'κέρνελ\u202e'),
	symbol('symbol_of_many_letters', 'x'.repeat(5000)),
	symbol('symbol_of_the_harness', 'timed'),
	symbol('symbol_of_the_start', '_start'),
	symbol('symbol_of_the_write', 'write'),
	{ id: 'main_of_its_own', file: 'int main(void) { return 0; }' },
	{
		id: 'many_symbols',
		file: Array.from({ length: 300 }, (_, i) => `${keep} void its_many_${i}(void) {}`).join('\n')
	},
	{
		id: 'section',
		file: `__attribute__((section(".odd name"))) ${keep} void its_section(void) { __asm__ volatile("nop"); }`,
		first: 'its_section();'
	},
	{
		id: 'section_of_the_start',
		file: `__attribute__((section(".init.text"))) ${keep} void its_init(void) { __asm__ volatile("nop"); }`,
		first: 'its_init();'
	},
	{
		id: 'ifunc',
		file: `${keep} int its_one(void) { return 1; } static int (*its_pick(void))(void) { return its_one; } int its_chosen(void) __attribute__((ifunc("its_pick")));`,
		start: 'its_chosen();'
	},
	{
		id: 'ifunc_that_acts',
		file: `${keep} int its_two(void) { return 2; } static int (*its_act(void))(void) { __asm__ volatile("syscall" : : "a"(3), "D"(3) : "rcx", "r11", "memory"); return its_two; } int its_acting(void) __attribute__((ifunc("its_act")));`,
		first: 'its_acting();'
	},
	{
		id: 'constructors',
		file: Array.from(
			{ length: 20 },
			(_, i) =>
				`__attribute__((constructor(${101 + i}))) static void its_before_${i}(void) { getpid(); }`
		).join('\n')
	}
];

const flags: Act[] = [
	{ id: 'direction', end: '__asm__ volatile("std" : : : "cc");' },
	{
		id: 'alignment',
		end: '__asm__ volatile("pushf; orl $0x40000, (%%rsp); popf" : : : "cc", "memory");'
	},
	{ id: 'rounding', first: 'unsigned its = 0x7f80; __asm__ volatile("ldmxcsr %0" : : "m"(its));' }
];

export const moreActs: readonly Act[] = [
	...endings,
	...descriptors,
	...clocks,
	...output,
	...tables,
	...flags
];
