/** Passes that only count, and passes that look so; loops that end soon. */
import type { Target } from '@cyclelab/exercises/schema';
import { expect, test } from 'vitest';
import { pathOf } from '../../fixtures/predict/loops.ts';
import { isaOf } from './isa-of.ts';
import { badges, onlyCounts } from './badges.ts';

const counts = (target: Target, ...texts: string[]) =>
	onlyCounts(pathOf(target, texts).instructions, isaOf(target));

test.each([
	['a counter down', ['dec rdi', 'jne 0x1000']],
	['a counter of its own', ['loop 0x1000']],
	['a counter to a number in memory', ['inc rcx', 'cmp qword ptr [rax], rcx', 'jg 0x1000']],
	['a counter up', ['inc rcx', 'cmp rax, rcx', 'jg 0x1000']],
	['unrolled', ['add rcx, -0x8', 'nop', 'jne 0x1000']],
	[
		'a constant set in each pass',
		['mov eax, 0x1', 'xor edx, edx', 'add rcx, 0x1', 'cmp rcx, rdi', 'jb 0x1000']
	],
	['a constant copied in each pass', ['vmovaps xmm0, xmm1', 'inc rax', 'cmp rax, rdi', 'jb 0x1000']]
])('%s only counts', (_, texts) => {
	expect(counts('x86-64', ...texts)).toBe(true);
});

test.each([
	['loads by pop', ['pop rax', 'pop rcx', 'dec r9', 'jne 0x1000']],
	['an exclusive or', ['xor eax, ecx', 'dec r9', 'jne 0x1000']],
	['an exclusive or of vectors', ['vxorpd xmm0, xmm0, xmm1', 'dec rdi', 'jne 0x1000']],
	['a copy of the counter', ['mov rdx, rcx', 'dec rcx', 'jne 0x1000']],
	['two that change places', ['mov rdx, rsi', 'mov rsi, rdx', 'dec rcx', 'jne 0x1000']],
	['nops', ['nop', 'nop', 'dec rdi', 'jne 0x1000']],
	['a sum beside loop, which counts', ['add rax, 0x3', 'loop 0x1000']],
	['a second sum', ['add rax, 0x3', 'dec rdi', 'jne 0x1000']],
	['an addition of a register', ['add rax, rcx', 'dec rdi', 'jne 0x1000']],
	['a store', ['mov qword ptr [rax], 0x1', 'dec rdi', 'jne 0x1000']],
	['a load of nothing else', ['cmp byte ptr [rax], 0x1', 'inc rcx', 'jne 0x1000']],
	['a search', ['inc rcx', 'cmp qword ptr [rax + 8*rcx], rcx', 'jne 0x1000']],
	['a product of the counter', ['imul rdx, rcx, 0x5', 'dec rcx', 'jne 0x1000']],
	['a pause', ['pause', 'dec rdi', 'jne 0x1000']],
	['a time stamp', ['rdtsc', 'dec rdi', 'jne 0x1000']],
	['a call', ['call 0x2000 <f>', 'dec rdi', 'jne 0x1000']],
	['x87', ['fadd st, st(1)', 'dec rdi', 'jne 0x1000']],
	['no counter', ['test al, al', 'jne 0x1000']]
])('%s is more than a counter', (_, texts) => {
	expect(counts('x86-64', ...texts)).toBe(false);
});

test('on arm64', () => {
	expect(counts('arm64', 'subs x0, x0, #1', 'b.ne 0x1000')).toBe(true);
	expect(counts('arm64', 'add x1, x1, #1', 'cmp x0, x1', 'b.ne 0x1000')).toBe(true);
	expect(counts('arm64', 'add x2, x2, x1', 'subs x0, x0, #1', 'b.ne 0x1000')).toBe(false);
	expect(counts('arm64', 'yield', 'subs x0, x0, #1', 'b.ne 0x1000')).toBe(false);
});

const badgeOf = (
	id: string,
	texts: readonly string[],
	{ share = 1, edited = true, passesPerEntry = 1000 } = {}
) =>
	badges({
		found: {
			path: pathOf('x86-64', texts),
			share,
			pathCoverage: 1,
			passesPerEntry,
			irreducible: 0
		},
		variant: 'a',
		edited,
		blindSpots: [],
		target: 'x86-64',
		microarchitecture: 'znver4'
	}).find((badge) => badge.id === id);

test.each([
	[9, 60, true],
	// An entry of 100 instructions is in the processor as a whole, and so is the beginning of the next.
	[12.5, 8, true],
	[12.5, 60, false],
	[64, 3, false]
])(
	'%d passes of %d instructions each time are short trips: %s',
	(passesPerEntry, length, isShort) => {
		const texts = Array.from({ length: length - 2 }, () => 'add rax, rdx');
		const loop = [...texts, 'dec rdi', 'jne 0x1000'];
		expect(badgeOf('short-trips', loop, { passesPerEntry }) !== undefined).toBe(isShort);
	}
);

test('a loop of calls that return at once has nothing left but a call, unless the code is an exercise’s', () => {
	const label = (texts: readonly string[], share: number, edited = true) =>
		badgeOf('only-the-counter', texts, { share, edited })?.label;
	const loop = ['call r14', 'dec r15', 'jne 0x1000'];
	expect(label(loop, 3 / 4)).toBe('only a call is left');
	expect(label(loop, 3 / 4, false)).toBeUndefined();
	expect(label(loop, 3 / 6)).toBeUndefined();
	expect(label(['add rax, rcx', ...loop], 4 / 5)).toBeUndefined();
	expect(label(['dec r15', 'jne 0x1000'], 1)).toBe('only the counter is left');
});

test('calls through a pointer are predicted by the core as branches are', () => {
	const sentence = (...texts: string[]) =>
		badgeOf('branch-prediction', [...texts, 'inc rcx', 'jne 0x1000'])?.sentence;
	expect(sentence('call qword ptr [rax + 0x40]')).toMatch(
		/^A pass has 1 conditional branch and 1 call through a pointer, /
	);
	expect(sentence('call rax', 'jne 0x1004')).toMatch(
		/^A pass has 2 conditional branches and 1 call /
	);
	expect(sentence('call qword ptr [rip + 0x40]')).toBeUndefined();
	expect(sentence('call 0x2000 <f>')).toBeUndefined();
});
