import { expect, test } from 'vitest';
import { toRemove, toStart, type SubPoolCount } from './refill.ts';

const none = {
	image: 'cc',
	size: 0,
	warm: 0,
	starting: 0,
	waiting: 0,
	taken: 0,
	spent: 0
} as const;
const tools = (counts: Partial<SubPoolCount>): SubPoolCount => ({
	kind: 'tools',
	...none,
	...counts
});
const measure = (counts: Partial<SubPoolCount>): SubPoolCount => ({
	kind: 'measure',
	...none,
	...counts
});
const quiet = { isQuiet: true, removing: 0, mostSpent: 100 };
const lately = { ...quiet, isQuiet: false };

test('an idle pool is filled to its size, for every image, two at a time', () => {
	const subPools = [
		tools({ size: 3, warm: 1, starting: 1 }),
		measure({ size: 1 }),
		tools({ image: 'go', size: 1 })
	];
	expect(toStart(subPools, quiet)).toEqual([0, 1, 0]);
	expect(toStart([tools({ size: 3, warm: 3 }), ...subPools.slice(1)], quiet)).toEqual([0, 1, 1]);
	expect(toStart([tools({ size: 64, warm: 4, starting: 2 })], quiet)).toEqual([0]);
});

test('every image has its first before any has its second', () => {
	const subPools = [
		tools({ size: 64, warm: 1 }),
		measure({ size: 2 }),
		tools({ image: 'go', size: 1 })
	];
	expect(toStart(subPools, quiet)).toEqual([0, 1, 1]);
});

test('beside other work only the last warm container is replaced', () => {
	const ready = measure({ size: 1, warm: 1 });
	expect(toStart([tools({ size: 3, taken: 1, warm: 1 }), ready], lately)).toEqual([0, 0]);
	expect(toStart([tools({ size: 3, taken: 3 }), ready], lately)).toEqual([1, 0]);
	const cold = [tools({ image: 'go', taken: 1 }), tools({ size: 3 }), ready];
	expect(toStart(cold, lately)).toEqual([0, 1, 0]);
});

test('a pause between two edits is used for the last warm container only', () => {
	expect(toStart([tools({ size: 3, warm: 1 })], lately)).toEqual([0]);
	expect(toStart([tools({ size: 3 })], lately)).toEqual([1]);
	expect(toStart([tools({ size: 3, warm: 1 })], quiet)).toEqual([2]);
});

test('nothing is started beside a measurement, except for those who wait', () => {
	const busy = measure({ image: 'go', taken: 1 });
	expect(toStart([tools({ size: 3 }), busy], quiet)).toEqual([0, 0]);
	expect(toStart([tools({ size: 3, waiting: 2, starting: 1 }), busy], quiet)).toEqual([1, 0]);
});

test('whoever waits is served at once, however many they are', () => {
	expect(toStart([tools({ waiting: 5, starting: 1 })], lately)).toEqual([4]);
	expect(toStart([tools({ size: 3, waiting: 5, starting: 2 })], quiet)).toEqual([3]);
});

test('a pool of size nought starts on demand', () => {
	expect(toStart([tools({}), measure({})], quiet)).toEqual([0, 0]);
	expect(toStart([tools({ waiting: 1 }), measure({})], quiet)).toEqual([1, 0]);
});

const removed = (...counts: [spent: number, warm: number][]) =>
	counts.map(([spent, warm]) => ({ spent, warm }));

test('what is warm beyond its number goes when nobody works, two at a time', () => {
	const much = [tools({ size: 1, warm: 2 }), tools({ image: 'go', size: 1, warm: 4 })];
	expect(toRemove(much, quiet)).toEqual(removed([0, 1], [0, 1]));
	expect(toRemove(much, { ...quiet, removing: 2 })).toEqual(removed([0, 0], [0, 0]));
	expect(toRemove(much, lately)).toEqual(removed([0, 0], [0, 0]));
	for (const other of [tools({ taken: 1 }), tools({ waiting: 1 })])
		expect(toRemove([...much, other], quiet)).toEqual(removed([0, 0], [0, 0], [0, 0]));
});

test('spent containers are removed when all is quiet, two at a time', () => {
	const used = [tools({ spent: 5 }), tools({ image: 'go', spent: 1 })];
	expect(toRemove(used, quiet)).toEqual(removed([2, 0], [0, 0]));
	expect(toRemove(used, { ...quiet, removing: 1 })).toEqual(removed([1, 0], [0, 0]));
	expect(toRemove(used, { ...quiet, removing: 2 })).toEqual(removed([0, 0], [0, 0]));
	expect(toRemove([tools({ spent: 1, warm: 3 }), ...used.slice(1)], quiet)).toEqual(
		removed([1, 1], [0, 0])
	);
	expect(toRemove(used, lately)).toEqual(removed([0, 0], [0, 0]));
	for (const other of [tools({ taken: 1 }), measure({ taken: 1 })])
		expect(toRemove([...used, other], quiet)).toEqual(removed([0, 0], [0, 0], [0, 0]));
});

test('beside a job it is removed as far as there is no memory for it', () => {
	const used = [tools({ spent: 5, taken: 1 }), tools({ image: 'go', spent: 1 })];
	expect(toRemove(used, { ...lately, mostSpent: 6 })).toEqual(removed([0, 0], [0, 0]));
	expect(toRemove(used, { ...lately, mostSpent: 5 })).toEqual(removed([1, 0], [0, 0]));
	expect(toRemove(used, { ...lately, removing: 9, mostSpent: 0 })).toEqual(removed([5, 0], [1, 0]));
});

test('cells are replaced while jobs run, a few at a time, and not during a measurement', () => {
	const used = { size: 40, warm: 1, taken: 2 };
	expect(toStart([tools(used)], lately)).toEqual([0]);
	expect(toStart([tools({ ...used, cells: true })], lately)).toEqual([2]);
	expect(toStart([tools({ ...used, warm: 3, cells: true })], lately)).toEqual([0]);
	const measured = [tools({ ...used, cells: true }), measure({ taken: 1 })];
	expect(toStart(measured, lately)).toEqual([0, 0]);
});
