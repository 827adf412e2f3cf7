/** Programs of several acts around an honest kernel. Pure: the same seed gives the same programs. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { drawn, isFuzzing } from '../drawn.ts';
import type { Act } from './acts.ts';

/**
 * A chain of 32 steps, one iteration of an honest loop: it needs the `x` of the iteration before. An observed process is
 * stopped once an iteration (3 to 25 us), so a call of 100 us with long iterations is observed whole in a tenth of a second.
 */
const chain = (step: string) => `.rept 32\\n\\t${step}\\n\\t.endr`;
export const kernels = {
	multiply: `__asm__ volatile("${chain('imulq %0, %0')}" : "+r"(x));`,
	add: `__asm__ volatile("${chain('addq %1, %0\\n\\txorq $5, %0')}" : "+r"(x) : "r"(n));`,
	/** Data decide how often its inner loop is passed. */
	search: `{ its_data ^= its_data << 13, its_data ^= its_data >> 7, its_data ^= its_data << 17; for (unsigned k = 4 + its_data % 8; k > 0; k--) __asm__ volatile("imulq %0, %0\\n\\timulq %0, %0" : "+r"(x)); }`,
	/** Its time depends on where its data are, and its instructions do not. */
	chase: `x = its_next[x % its_places];`,
	/** The emulator lacks its instructions, so it is counted by steps. */
	wide: `__asm__ volatile("${chain('vpaddq %%zmm1, %%zmm0, %%zmm0')}" : : : "xmm0");`
} as const;
type KernelName = keyof typeof kernels;
const usual: KernelName[] = ['multiply', 'add', 'search'];
/** Of longer runs alone: a busy machine may leave no time for steps, or slow a walk through memory; another processor has other ones. */
const further: KernelName[] = isFuzzing
	? [
			'chase',
			...(readFileSync('/proc/cpuinfo', 'latin1').includes('avx512f') ? (['wide'] as const) : [])
		]
	: [];

/** `acts`: none for the honest twin. `part`: the part of its iterations that a call leaves out where an act does less. */
export type ComposedProgram = { kernel: KernelName; part: number; acts: readonly Act[] };

const actsAtMost = 4;

/** The programs of a seed. */
export function programsOf(acts: readonly Act[], seed: number, howMany: number): ComposedProgram[] {
	const program = fc.record({
		kernel: fc.constantFrom(...usual, ...further),
		part: fc.constantFrom(2, 3, 12),
		acts: fc.uniqueArray(fc.constantFrom(...acts), {
			minLength: 1,
			maxLength: actsAtMost,
			selector: ({ id }) => id
		})
	});
	return drawn(program, seed, howMany);
}

const headers = [
	'cpuid',
	'dirent',
	'errno',
	'fcntl',
	'pthread',
	'sched',
	'setjmp',
	'signal',
	'stdio',
	'stdlib',
	'string',
	'time',
	'unistd',
	'sys/mman',
	'sys/prctl',
	'sys/auxv',
	'sys/ioctl',
	'sys/resource',
	'sys/stat',
	'sys/time',
	'sys/wait'
];

const prelude = `#define _GNU_SOURCE
#include "cyclelab.h"
${headers.map((name) => `#include <${name}.h>`).join('\n')}
static int its_called;
static uint64_t its_calls, its_seed, its_n, its_data = 1;
enum { its_places = 1 << 20 };
static uint32_t its_next[its_places];
__attribute__((unused)) static void its_shuffle(void) {
	for (uint32_t i = 0; i < its_places; i++) its_next[i] = i;
	for (uint32_t i = its_places - 1; i > 0; i--) {
		its_data ^= its_data << 13, its_data ^= its_data >> 7, its_data ^= its_data << 17;
		uint32_t j = (uint32_t)(its_data % i), one = its_next[i];
		its_next[i] = its_next[j], its_next[j] = one;
	}
}
__attribute__((unused)) static int its_counted(void) {
	unsigned name[12];
	for (unsigned i = 0; i < 3; i++)
		__cpuid(0x80000002 + i, name[4 * i], name[4 * i + 1], name[4 * i + 2], name[4 * i + 3]);
	return memmem(name, sizeof name, "TCG", 3) != NULL;
}
/* AT_MINSIGSTKSZ, which Linux gives since 5.14 and qemu-user 10.0 does not. */
__attribute__((unused)) static int its_native(void) { return getauxval(51) != 0; }
__attribute__((unused)) static int its_quick(void) {
	uint64_t before = __builtin_ia32_rdtsc();
	for (volatile unsigned i = 0; i < 1000; i++) ;
	return __builtin_ia32_rdtsc() - before < 20000;
}
__attribute__((unused)) static void its_row(const char *text) { if (write(3, text, strlen(text)) < 0) errno = 0; }
__attribute__((unused)) static void its_write(const char *path, const char *text) {
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (file < 0) return;
	if (write(file, text, strlen(text)) < 0) errno = 0;
	close(file);
}`;

/** The program's name in a list of tests: its kernel and its acts. */
export const nameOf = ({ kernel, part, acts }: ComposedProgram) =>
	[kernel, ...acts.map(({ id, less }) => (less === undefined ? id : `${id} 1/${part}`))].join(
		' + '
	);

/** Acts have functions of their own: a call of setjmp makes a compiler keep the variables of its function in memory. */
const apart = '__attribute__((noinline)) static void';

/** The program as a C file. */
export function textOf(program: ComposedProgram): string {
	const { acts, kernel } = program;
	const blocks = (part: 'setup' | 'first' | 'start' | 'end') =>
		acts.flatMap((act) => (act[part] === undefined ? [] : [`\t{ ${act[part]} }`])).join('\n');
	const constructors = acts.flatMap(({ id, before }) =>
		before === undefined
			? []
			: [`__attribute__((constructor)) static void its_${id}_before(void) { ${before} }`]
	);
	const less = acts.flatMap((act) => (act.less === undefined ? [] : [`(${act.less})`]));
	const instead = acts.flatMap((act) => act.instead ?? []);
	return `/* ${nameOf(program)} */
${prelude}
${acts.flatMap(({ file }) => file ?? []).join('\n')}
${constructors.join('\n')}
__attribute__((unused, noinline)) static uint64_t its_work(uint64_t n) {
	uint64_t x = 3;
	for (uint64_t i = 0; i < n; i++) ${kernels[kernel]}
	return x;
}
void setup(uint64_t seed) {
	its_seed = seed, its_data = seed | 1;
	${kernel === 'chase' ? 'its_shuffle();' : ''}
${blocks('setup')}
}
${apart} its_first(void) {
${blocks('first')}
}
${apart} its_start(void) {
${blocks('start')}
}
${apart} its_end(void) {
${blocks('end')}
}
uint64_t kernel(uint64_t n) {
	uint64_t x = 3;
	its_n = n, its_calls++, its_data = its_seed | 1;
	if (!its_called) {
		its_called = 1;
		its_first();
	}
	its_start();
	${instead.join('\n\t')}
	${less.length > 0 ? `if (${less.join(' || ')}) n -= n / ${program.part};` : ''}
	for (uint64_t i = 0; i < n; i++) ${kernels[kernel]}
	its_end();
	return x;
}
`;
}
