/** The times in `measured` were measured on AMD Zen 5; all others are made, each for one rule. */
import { expect, test } from 'vitest';
import type { InterventionKind, Tried } from '@cyclelab/contract/schema/why';
import { blockFromText } from './from-text.ts';
import { limitsOf, savingOf } from './limits.ts';

const around = (median: number) => ({ median, low: 0.99 * median, high: 1.01 * median });
type Made = Pick<Tried, 'at' | 'register'> & { kind: InterventionKind; cycles: number };
const cycles = (
	kind: InterventionKind,
	median: number,
	change: Omit<Made, 'kind' | 'cycles'> = {}
): Made => ({
	kind,
	...change,
	cycles: median
});
const limits = (lines: string[], whole: number, made: Made[]) =>
	limitsOf(
		blockFromText(lines.join('\n'))!,
		made.map(({ cycles: median, ...one }): Tried => {
			const saved = savingOf(around(whole), around(median));
			return { ...one, result: { cycles: around(median), saved } };
		})
	);
const names = (...all: Parameters<typeof limits>) => limits(...all).map(({ limit }) => limit);

const chain = ['imul rax, rcx', 'lea r8, [r9 + 0x1]', 'lea r10, [r11 + 0x2]'];
const measured: Made[] = [
	cycles('nop-added', 3),
	cycles('break', 0.84, { register: 'rax' }),
	cycles('leave-out', 0.32, { at: 0 }),
	cycles('leave-out', 3, { at: 1 }),
	cycles('leave-out', 3, { at: 2 }),
	cycles('nop-in-place', 0.38, { at: 0 }),
	cycles('nop-in-place', 3, { at: 1 }),
	cycles('nop-in-place', 3, { at: 2 })
];

test('the difference of two times has the interval of independent medians', () => {
	const saved = savingOf({ median: 5, low: 4.7, high: 5.3 }, { median: 2, low: 1.6, high: 2.4 });
	expect(saved.median).toBe(3);
	expect(saved.low).toBeCloseTo(2.5);
	expect(saved.high).toBeCloseTo(3.5);
});

test('a chain whose break shortens the block is the only limit: its instructions prove nothing else', () => {
	const found = limits(chain, 3, measured);
	expect(found).toMatchObject([{ limit: 'chain', by: 1 }]);
	expect(found[0]?.saved.median).toBeCloseTo(2.16);
});

test('a saving inside of the intervals, or below 2 %, is none', () => {
	expect(names(chain, 3, [cycles('break', 2.96, { register: 'rax' })])).toEqual([]);
	const one = { median: 2.96, low: 2.959, high: 2.961 };
	const saved = savingOf({ median: 3, low: 2.999, high: 3.001 }, one);
	expect(saved.low).toBeGreaterThan(0);
	const narrow: Tried = { kind: 'break', register: 'rax', result: { cycles: one, saved } };
	expect(limitsOf(blockFromText(chain.join('\n'))!, [narrow])).toEqual([]);
});

test('an instruction whose place a nop takes for less is limited by its units', () => {
	const adds = ['lea r8, [r9 + 0x1]', 'lea r10, [r11 + 0x2]'];
	const tried = [
		cycles('nop-added', 1),
		cycles('leave-out', 0.5, { at: 0 }),
		cycles('nop-in-place', 0.5, { at: 0 })
	];
	expect(limits(adds, 1, tried)).toMatchObject([{ limit: 'units', by: 2 }]);
});

test('where a nop costs as much as an instruction and one more costs more, the front end is the limit', () => {
	const tried = [
		cycles('nop-added', 1.25),
		cycles('leave-out', 0.75, { at: 0 }),
		cycles('nop-in-place', 1, { at: 0 })
	];
	expect(limits(chain.slice(1), 1, tried)).toMatchObject([{ limit: 'front-end', by: 1 }]);
	expect(names(chain.slice(1), 1, [cycles('nop-added', 1), ...tried.slice(1)])).toEqual([]);
});

test('a load that a register replaces waits for a store if one writes its bytes', () => {
	const tried = [cycles('register-for-load', 1, { at: 1 })];
	const store = 'mov qword ptr [rdi + 0x8], rax';
	expect(names([store, 'mov rcx, qword ptr [rdi + 0xc]'], 8, tried)).toEqual(['memory']);
	expect(names([store, 'mov rcx, qword ptr [rdi + 0x10]'], 8, tried)).toEqual(['loads']);
	expect(names([store, 'mov rcx, qword ptr [rsi + 0x8]'], 8, tried)).toEqual(['loads']);
});

test('an update that only stores and is faster waited for its own earlier store', () => {
	const update = ['add dword ptr [rdi], 0x1', 'lea r8, [r9]'];
	expect(names(update, 7, [cycles('store-for-update', 1, { at: 0 })])).toEqual(['memory']);
});

test('a sum that comes back through memory waits for the store, and the instructions between prove nothing', () => {
	const sum = [
		'movzx edx, al',
		'or edx, ecx',
		'mov dword ptr [rdi], edx',
		'add eax, dword ptr [rdi]'
	];
	const alone = [cycles('nop-in-place', 1, { at: 0 }), cycles('nop-in-place', 1.5, { at: 2 })];
	const replaced = cycles('register-for-load', 1.2, { at: 3 });
	const broken = cycles('break', 1.1, { register: 'rax' });
	expect(limits(sum, 9, [...alone, broken, replaced])).toMatchObject([{ limit: 'memory', by: 3 }]);
	expect(names(sum, 9, [...alone, replaced])).toEqual(['memory']);
	// Most of the time is the register's own chain: a load that is replaced saves a part of it only.
	const part = cycles('register-for-load', 6, { at: 3 });
	expect(names(sum, 9, [...alone, broken, part])).toEqual(['chain', 'memory']);
});

test('two loads of one chain through memory are replaced together', () => {
	const sum = ['mov dword ptr [rdi], eax', 'mov eax, dword ptr [rdi]', 'or eax, dword ptr [rdi]'];
	const both = [cycles('break', 1, { register: 'rax' }), cycles('registers-for-loads', 1)];
	expect(names(sum, 9, both)).toEqual(['memory']);
});

test('stores limit where a nop in the place of one saves time; several are named if one alone does not', () => {
	const stores = ['mov qword ptr [rdi], rax', 'mov qword ptr [rsi], rax', 'lea r8, [r9]'];
	expect(
		limits(stores, 2, [cycles('no-stores', 0.3), cycles('nop-in-place', 1, { at: 0 })])
	).toMatchObject([{ limit: 'stores', by: 0 }]);
	expect(
		limits(stores, 2, [cycles('no-stores', 0.95), cycles('nop-in-place', 1, { at: 0 })])
	).toMatchObject([{ limit: 'stores', by: 1 }]);
});

test('data of the program is met at the same address only', () => {
	const tried = [cycles('register-for-load', 1, { at: 1 })];
	const store = 'mov qword ptr [rip + 0x20], rax';
	expect(names([store, 'mov rcx, qword ptr [rip + 0x20]'], 8, tried)).toEqual(['memory']);
	expect(names([store, 'mov rcx, qword ptr [rip + 0x21]'], 8, tried)).toEqual(['loads']);
	expect(names([store, 'mov rcx, qword ptr [rdi + 0x20]'], 8, tried)).toEqual(['loads']);
});

test('fewer slots without all stores are no evidence of stores', () => {
	const stores = ['mov qword ptr [rdi], rax', 'mov qword ptr [rsi], rax', 'lea r8, [r9]'];
	const tried = [cycles('no-stores', 0.3), cycles('nop-in-place', 2, { at: 0 })];
	expect(names(stores, 2, tried)).toEqual([]);
	expect(names(stores, 2, tried.slice(0, 1))).toEqual(['stores']);
});

test('variants that were dropped say nothing', () => {
	const dropped: Tried = {
		kind: 'break',
		register: 'rax',
		result: { dropped: 'touches an address that cannot be mapped' }
	};
	expect(limitsOf(blockFromText(chain.join('\n'))!, [dropped])).toEqual([]);
});

test('the largest saving comes first', () => {
	const both = ['imul rax, rcx', 'mov rdx, qword ptr [rsi]'];
	const tried = [
		cycles('break', 2.5, { register: 'rax' }),
		cycles('register-for-load', 2, { at: 1 })
	];
	expect(names(both, 3, tried)).toEqual(['loads', 'chain']);
});
