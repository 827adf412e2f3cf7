import { expect, test } from 'vitest';
import { isaOf } from './isa-of.ts';
import { dependences } from './memory-dependences.ts';
import { decode } from './objdump.ts';

const isa = isaOf('arm64');
const access = (words: string) => isa.access(decode(0, words, isa));
const path = (lines: readonly string[]) =>
	lines.map((words, index) => decode(4 * index, words, isa));

test.each([
	['add\tw1, w2, w3, lsl #2', { reads: ['x2', 'x3'], writes: ['x1'] }],
	['subs\tx0, x0, #0x1', { reads: ['x0'], writes: ['x0', 'flags'] }],
	['csel\tx1, x4, x1, hi', { reads: ['x4', 'x1', 'flags'], writes: ['x1'] }],
	['cmp\tx1, xzr', { reads: ['x1'], writes: ['flags'] }],
	['b.ne\t0x1000 <kernel>', { reads: ['flags'], writes: [] }],
	['cbnz\tw9, 0x1000 <kernel>', { reads: ['x9'], writes: [] }],
	['bl\t0x1000 <mix>', { reads: [], writes: ['x30'] }],
	['fmla\tv1.2d, v0.2d, v2.2d', { reads: ['v1', 'v0', 'v2'], writes: ['v1'] }],
	['fmadd\td1, d1, d0, d2', { reads: ['v1', 'v0', 'v2'], writes: ['v1'] }],
	['trn2\tv1.2d, v0.2d, v2.2d', { reads: ['v0', 'v2'], writes: ['v1'] }],
	['mov\tv0.s[1], w3', { reads: ['v0', 'x3'], writes: ['v0'] }],
	['movk\tw8, #0x75b, lsl #16', { reads: ['x8'], writes: ['x8'] }]
])('%s reads and writes these registers', (words, expected) => {
	expect(access(words)).toEqual(expected);
});

const memory = {
	loads: false,
	stores: false,
	registers: ['x1'],
	form: 'x1',
	displacement: 0,
	bytes: 8
};

test.each([
	['ldr\tx0, [x1, #0x10]', ['x0'], { ...memory, loads: true, displacement: 16 }],
	['ldrsw\tx0, [x1]', ['x0'], { ...memory, loads: true, bytes: 4 }],
	['strb\tw0, [x1, #-0x1]', [], { ...memory, stores: true, displacement: -1, bytes: 1 }],
	[
		'ldp\tq0, q4, [x1, #-0x10]',
		['v0', 'v4'],
		{ ...memory, loads: true, displacement: -16, bytes: 32 }
	],
	[
		'ldr\ts0, [x1, x2, lsl #2]',
		['v0'],
		{ ...memory, loads: true, bytes: 4, registers: ['x1', 'x2'], form: 'x1+x2+lsl #2' }
	],
	['st1\t{ v0.16b, v1.16b }, [x1]', [], { ...memory, stores: true, bytes: 32 }],
	['ld1\t{ v0.s }[1], [x1]', ['v0'], { ...memory, loads: true, bytes: 4 }],
	['stlxr\tw5, x0, [x1]', ['x5'], { ...memory, stores: true }],
	['ldaddal\tx0, x2, [x1]', ['x2'], { ...memory, loads: true, stores: true }],
	['casal\tw0, w2, [x1]', ['x0'], { ...memory, loads: true, stores: true, bytes: 4 }]
])('%s has this memory operand', (words, writes, expected) => {
	expect(access(words)).toMatchObject({ writes, memory: expected });
});

test('a write-back changes the base, and the address of the store is relative to the new base', () => {
	expect(access('str\tx0, [x1, #0x8]!')).toEqual({
		reads: ['x0', 'x1'],
		writes: ['x1'],
		memory: { ...memory, stores: true, displacement: 0 },
		advances: 'x1'
	});
	expect(access('str\tx0, [x1], #0x8').memory).toEqual({
		...memory,
		stores: true,
		displacement: -8
	});
	expect(access('ldr\tx0, [x1], #0x8').memory).toEqual({ ...memory, loads: true });
});

test('an address moved on by its own load is no pointer chase, a loaded address is', () => {
	expect(dependences(path(['ldr\tw1, [x2], #0x4', 'add\tw0, w0, w1']), isa).chased).toEqual([]);
	expect(dependences(path(['ldr\tx2, [x2]', 'add\tw0, w0, w1']), isa).chased).toEqual([0]);
	// By way of the flags: which of two addresses is taken depends on what was loaded.
	const chosen = ['ldr\tx1, [x2]', 'cmp\tx1, x5', 'csel\tx2, x3, x4, lo'];
	expect(dependences(path(chosen), isa).chased).toEqual([0]);
});

test('a load of what the pass before stored is found, with and without all of its bytes', () => {
	const whole = ['ldr\tx1, [x2, #0x8]', 'add\tx1, x1, #0x1', 'str\tx1, [x2, #0x8]'];
	expect(dependences(path(whole), isa).forwarded).toEqual([
		{ load: 0, stores: [8], contained: true, carried: true }
	]);
	const part = ['ldr\tw1, [x2, #0x8]', 'add\tx1, x1, #0x1', 'strb\tw1, [x2, #0xa]'];
	expect(dependences(path(part), isa).forwarded).toEqual([
		{ load: 0, stores: [8], contained: false, carried: true }
	]);
	const moved = ['ldr\tx1, [x2]', 'add\tx1, x1, #0x1', 'str\tx1, [x2, #0x8]', 'add\tx2, x2, #0x8'];
	expect(dependences(path(moved), isa).forwarded).toEqual([
		{ load: 0, stores: [8], contained: true, carried: true }
	]);
	const indexed = moved.map((text) => text.replace(/\[x2(, #0x8)?\]/, '[x0, x2, lsl #3]'));
	expect(dependences(path(indexed), isa).forwarded).toEqual([]);
});
