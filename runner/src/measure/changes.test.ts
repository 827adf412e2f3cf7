import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changed, changesBetween, type Json } from './changes.ts';

/** As they arrive: fast-check's own have a -0, which `JSON.stringify` writes as 0. */
const json = fc.json({ maxDepth: 4 }).map((text): Json => JSON.parse(text) as Json);

test('the changes between any two values turn the first into the second', () => {
	fc.assert(
		fc.property(json, json, (from, to) => {
			const sent: unknown = JSON.parse(JSON.stringify(changesBetween(from, to)));
			expect(changed(from, sent as ReturnType<typeof changesBetween>)).toEqual(to);
		})
	);
});

test('equal parts are not in the changes', () => {
	const from = { name: 'a', list: [1, { x: 1, y: [2, 3] }], gone: true };
	const to = { name: 'a', list: [1, { x: 5, y: [2, 3] }], fresh: null };
	expect(changesBetween(from, to)).toEqual([[['gone']], [['list', 1, 'x'], 5], [['fresh'], null]]);
	expect(changesBetween(from, structuredClone(from))).toEqual([]);
});

test('a list of another length is replaced whole', () => {
	expect(changesBetween({ a: [1, 2] }, { a: [1] })).toEqual([[['a'], [1]]]);
});

test('changes of a value of another form are refused', () => {
	expect(() => changed(7, [[['a'], 1]])).toThrow('of another value');
});
