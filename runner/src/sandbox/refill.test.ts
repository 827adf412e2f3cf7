import { expect, test } from 'vitest';
import { surplus, toStart, type ShelfCount } from './refill.ts';

const none = { image: 'cc', size: 0, warm: 0, starting: 0, waiting: 0, taken: 0 } as const;
const tools = (counts: Partial<ShelfCount>): ShelfCount => ({ kind: 'tools', ...none, ...counts });
const measure = (counts: Partial<ShelfCount>): ShelfCount => ({
	kind: 'measure',
	...none,
	...counts
});

test('an idle pool is filled to its size, for every image', () => {
	const shelves = [
		tools({ size: 3, warm: 1, starting: 1 }),
		measure({ size: 1 }),
		tools({ image: 'go', size: 1 })
	];
	expect(toStart(shelves)).toEqual([1, 1, 1]);
});

test('beside other work only the last warm container is replaced', () => {
	const ready = measure({ size: 1, warm: 1 });
	expect(toStart([tools({ size: 3, taken: 1, warm: 1 }), ready])).toEqual([0, 0]);
	expect(toStart([tools({ size: 3, taken: 3 }), ready])).toEqual([1, 0]);
	expect(toStart([tools({ image: 'go', taken: 1 }), tools({ size: 3 }), ready])).toEqual([0, 1, 0]);
});

test('nothing is started beside a measurement, except for those who wait', () => {
	const busy = measure({ image: 'go', taken: 1 });
	expect(toStart([tools({ size: 3 }), busy])).toEqual([0, 0]);
	expect(toStart([tools({ size: 3, waiting: 2, starting: 1 }), busy])).toEqual([1, 0]);
});

test('a pool of size nought starts on demand', () => {
	expect(toStart([tools({}), measure({})])).toEqual([0, 0]);
	expect(toStart([tools({ waiting: 1 }), measure({})])).toEqual([1, 0]);
});

test('what is warm beyond its number goes when nobody works', () => {
	const much = [tools({ size: 1, warm: 4 }), measure({ size: 2, warm: 2 })];
	expect(surplus(much)).toEqual([3, 0]);
	expect(surplus([...much, tools({ image: 'go', taken: 1 })])).toEqual([0, 0, 0]);
	expect(surplus([...much, tools({ image: 'go', waiting: 1 })])).toEqual([0, 0, 0]);
});
