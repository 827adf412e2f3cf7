import { expect, test } from 'vitest';
import { idsMatching } from './search.ts';

const all = {
	uops: { name: 'µops', text: 'Parts of an instruction.' },
	l1: { name: 'L1', text: 'The first-level cache.' },
	line: { name: 'cache line', text: 'What a cache moves.' }
};
const found = (query: string) => [...idsMatching(all, query)];

test('an empty query finds every term', () => {
	expect([found(''), found('  ')]).toEqual([
		['uops', 'l1', 'line'],
		['uops', 'l1', 'line']
	]);
});

test('every word of a query must occur, in name or text, in any order', () => {
	expect(found('cache')).toEqual(['l1', 'line']);
	expect(found('MOVES cache')).toEqual(['line']);
	expect(found('cache port')).toEqual([]);
});

test('µ is found by the u of a keyboard and as itself', () => {
	expect([found('uop'), found('µOPS')]).toEqual([['uops'], ['uops']]);
});
