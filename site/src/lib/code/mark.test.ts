import { expect, test } from 'vitest';
import { fragmentOf, isIn, marked, markIn } from './mark.ts';

test.each([
	['#asm=12-20', { pane: 'asm', from: 12, to: 20 }],
	['#asm=12', { pane: 'asm', from: 12, to: 12 }],
	['#source=3-5', { pane: 'source', from: 3, to: 5 }],
	[
		'#asm=1-2&function=operator%20new%5B%5D',
		{ pane: 'asm', from: 1, to: 2, symbol: 'operator new[]' }
	],
	['#loop', { pane: 'loop' }]
] as const)('%s names a place, and is what the place is called', (fragment, mark) => {
	expect(markIn(fragment)).toEqual(mark);
	expect(markIn(fragmentOf(mark))).toEqual(mark);
});

test('ends may come in any order; what is no place names none', () => {
	expect(markIn('#asm=20-12')).toEqual({ pane: 'asm', from: 12, to: 20 });
	for (const other of ['', '#', '#asm', '#asm=0', '#asm=x', '#source=1-', '#compare'])
		expect(markIn(other)).toBeUndefined();
});

test('a second line extends a mark of the same code, and starts a new mark elsewhere', () => {
	const first = marked({ pane: 'asm', at: 12 });
	expect(first).toEqual({ pane: 'asm', from: 12, to: 12 });
	expect(marked({ pane: 'asm', at: 5 }, first)).toEqual({ pane: 'asm', from: 5, to: 12 });
	expect(marked({ pane: 'source', at: 5 }, first)).toEqual({ pane: 'source', from: 5, to: 5 });
	expect(marked({ pane: 'asm', at: 5, symbol: 'f' }, first)).toEqual({
		pane: 'asm',
		from: 5,
		to: 5,
		symbol: 'f'
	});
	expect(marked({ pane: 'asm', at: 5 }, { pane: 'loop' })).toEqual({ pane: 'asm', from: 5, to: 5 });
});

test('a line belongs only to a mark of the same code', () => {
	const mark = { pane: 'asm', from: 5, to: 7 } as const;
	expect([4, 5, 7, 8].map((at) => isIn(mark, { pane: 'asm', at }))).toEqual([
		false,
		true,
		true,
		false
	]);
	expect(isIn(mark, { pane: 'source', at: 6 })).toBe(false);
	expect(isIn(mark, { pane: 'asm', at: 6, symbol: 'f' })).toBe(false);
	expect(isIn(undefined, { pane: 'source', at: 6 })).toBe(false);
});
