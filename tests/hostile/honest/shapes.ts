/** Honest programs of many shapes, drawn by a seed: what learners write, and what checks have taken for a lie. Pure. */
import fc from 'fast-check';
import { drawn } from '../drawn.ts';
import type { BoundName } from '@cyclelab/contract/schema/bound-name';

/**
 * A part of a kernel's iteration, C. `size` is drawn: how much it does.
 * @property mayBe reasons that are true of it, beside those of the machine: the page gives no number, and says why
 */
export type Shape = {
	id: string;
	file?: (size: number) => string;
	setup?: (size: number) => string;
	/** Statements that change `x`; `i` is the iteration and `n` how many there are. */
	step: (size: number) => string;
	mayBe?: readonly (BoundName | 'no-line' | 'empty-kernel')[];
};

const filled = (size: number) =>
	`for (int k = 0; k < ${size}; k++) seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17, NAME[k] = seed;`;
const array = (name: string) => ({
	file: (size: number) => `static uint64_t ${name}[${size}];`,
	setup: (size: number) => filled(size).replace('NAME', name)
});

/**
 * With data that goes on from call to call, a later call can take a way that the counted ones did not: a division of numbers that
 * have outgrown 32 bits, say, for which compilers have a way of its own.
 */
const laterCalls: readonly BoundName[] = ['unseenCode'];

export const shapes: readonly Shape[] = [
	{ id: 'adds', step: (size) => `for (int k = 0; k < ${size % 32}; k++) x += i ^ (x >> 3);` },
	{ id: 'divides', step: (size) => `x = x / (i % ${size} + 1) + i;` },
	{
		id: 'branches',
		...array('coins'),
		step: (size) => `if (coins[i % ${size}] & 1) x += i; else x ^= coins[i % ${size}] >> 7;`
	},
	{
		id: 'loops_by_data',
		...array('lengths'),
		step: (size) => `for (uint64_t k = lengths[i % ${size}] % 20; k > 0; k--) x = x * 5 + k;`
	},
	{
		id: 'sorts',
		...array('numbers'),
		step: (size) => `{
			uint64_t some[48];
			for (int k = 0; k < 48; k++) some[k] = numbers[(i + (uint64_t)k) % ${size}] ^ x;
			for (int k = 1; k < 48; k++)
				for (int m = k; m > 0 && some[m - 1] > some[m]; m--) {
					uint64_t other = some[m];
					some[m] = some[m - 1], some[m - 1] = other;
				}
			x += some[7];
		}`
	},
	{
		id: 'allocates',
		step: (size) => `{
			char *block = malloc(${size} + x % 64);
			memset(block, (int)i, ${size});
			x += (unsigned char)block[${size} / 2];
			free(block);
		}`
	},
	{
		id: 'keeps_blocks',
		file: () => 'static char *kept[64];',
		step: (size) =>
			`free(kept[i % 64]), kept[i % 64] = malloc(${size}), kept[i % 64][0] = (char)x, x += (unsigned char)kept[i % 64][0];`
	},
	{
		id: 'recurses',
		file: () =>
			'static __attribute__((noinline)) uint64_t tree(uint64_t x, int depth) { return depth == 0 ? x ^ 1 : tree(x * 3, depth - 1) + tree(x + 1, depth - 1); }',
		step: (size) => `x = tree(x, ${size % 7});`
	},
	{
		id: 'dispatches',
		file: (size) => `
static uint64_t op_add(uint64_t x) { return x + ${size}; }
static uint64_t op_turn(uint64_t x) { return x << 3 | x >> 61; }
static uint64_t op_times(uint64_t x) { return x * 7; }
static uint64_t (*const ops[])(uint64_t) = {op_add, op_turn, op_times};
static uint64_t code[${size}];`,
		setup: (size) => filled(size).replace('NAME', 'code'),
		step: (size) => `x = ops[code[i % ${size}] % 3](x);`
	},
	{
		id: 'switches',
		...array('steps'),
		step: (size) => `switch (steps[i % ${size}] % 5) {
			case 0: x += 3; break;
			case 1: x ^= i; break;
			case 2: x = x * 9 + 1; break;
			case 3: x -= i >> 2; break;
			default: x = ~x;
		}`
	},
	{
		id: 'formats',
		step: () =>
			'{ char text[64]; x += (uint64_t)snprintf(text, sizeof text, "%d,%s", (int)(i % 1000), "abc"); x += (unsigned char)text[0]; }'
	},
	{
		id: 'copies',
		file: (size) => `static char from[${size} + 64], to[${size} + 64];`,
		step: (size) => `memcpy(to, from + i % 64, ${size}), x += (unsigned char)to[i % ${size}];`
	},
	{
		id: 'chases',
		file: (size) => `static unsigned next[${size}];`,
		setup: (size) =>
			`for (unsigned k = 0; k < ${size}; k++) next[k] = k; for (unsigned k = ${size} - 1; k > 0; k--) { seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17; unsigned m = (unsigned)(seed % k), other = next[k]; next[k] = next[m], next[m] = other; }`,
		step: (size) => `x = next[x % ${size}];`
	},
	{
		id: 'floats',
		file: () => 'static double total = 1;',
		step: (size) => `total = total * 0.75 + (double)(i % ${size}) / 3, x += (uint64_t)total;`,
		mayBe: laterCalls
	},
	{
		id: 'fills_a_table_once',
		file: (size) => `static uint64_t table[${size}]; static int isFilled;`,
		step: (size) =>
			`if (!isFilled) { for (uint64_t k = 0; k < ${size}; k++) table[k] = k * k; isFilled = 1; } x += table[i % ${size}];`
	},
	{
		id: 'remembers_calls',
		file: () => 'static uint64_t remembered;',
		step: () => 'remembered = remembered * 3 + i, x ^= remembered;',
		mayBe: laterCalls
	},
	{
		id: 'locks',
		file: () => 'static uint64_t shared;',
		step: () => '__atomic_fetch_add(&shared, i, __ATOMIC_SEQ_CST), x += shared;',
		mayBe: laterCalls
	},
	{
		id: 'grows_with_iterations',
		step: () => 'for (uint64_t k = 0; k < i >> 6; k++) x = x * 3 + k;',
		mayBe: ['no-line', 'timedWork']
	},
	{
		id: 'grows_with_calls',
		file: () => 'static uint64_t grown;',
		step: () => 'if (i == 0) grown += 50; for (uint64_t k = 0; k < grown >> 8; k++) x = x * 3 + k;',
		mayBe: ['no-line', 'timedWork', 'firstCall', 'timedResult', 'unseenCode']
	},
	{
		id: 'starts_a_thread',
		file: () =>
			'static void *beside(void *at) { uint64_t x = 1; for (int k = 0; k < 2000; k++) x = x * 5 + 1; *(uint64_t *)at = x; return NULL; }',
		step: () =>
			'if (i == 0) { pthread_t thread; uint64_t at = 0; if (!pthread_create(&thread, NULL, beside, &at)) pthread_join(thread, NULL); x += at; }',
		// Alone, its iterations have nothing to do.
		mayBe: ['otherThreads', 'timedWork', 'empty-kernel']
	}
];

export type HonestProgram = { shapes: readonly (Shape & { size: number })[] };

/** The programs of a seed. */
export function programsOf(seed: number, howMany: number): HonestProgram[] {
	const shape = fc
		.record({ shape: fc.constantFrom(...shapes), size: fc.integer({ min: 8, max: 1000 }) })
		.map(({ shape, size }) => ({ ...shape, size }));
	const program = fc.record({
		shapes: fc.uniqueArray(shape, { minLength: 1, maxLength: 3, selector: ({ id }) => id })
	});
	return drawn(program, seed, howMany);
}

/** The program's name in a list of tests. */
export const nameOf = ({ shapes }: HonestProgram) =>
	shapes.map(({ id, size }) => `${id} ${size}`).join(' + ');

/** The program as a C file. */
export const textOf = (program: HonestProgram) => `/* ${nameOf(program)} */
#define _GNU_SOURCE
#include "cyclelab.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
${program.shapes.flatMap(({ file, size }) => file?.(size) ?? []).join('\n')}
void setup(uint64_t seed) {
	seed |= 1;
	${program.shapes.flatMap(({ setup, size }) => setup?.(size) ?? []).join('\n\t')}
}
uint64_t kernel(uint64_t n) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < n; i++) {
		${program.shapes.map(({ step, size }) => step(size)).join('\n\t\t')}
	}
	return x;
}
`;
