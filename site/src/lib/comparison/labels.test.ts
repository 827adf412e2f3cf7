import { expect, test } from 'vitest';
import { inRows, namesAtEnds, rowsIn, spread, textWidth } from './labels.ts';
import type { Series } from './sweep.ts';

const ends = [0, 400] as const;

test('texts with room stand in one row, at their places', () => {
	const placed = inRows(
		[
			{ text: '7×', x: 300 },
			{ text: '3.19×', x: 100 }
		],
		ends
	);
	expect(placed).toEqual([
		{ text: '3.19×', x: 100, row: 0 },
		{ text: '7×', x: 300, row: 0 }
	]);
});

test('no text covers another in its row, however near their places are', () => {
	const placed = inRows(
		[100, 102, 104, 130, 131, 180].map((x) => ({ text: '12.34×', x })),
		ends
	);
	for (const text of placed)
		for (const other of placed)
			if (text !== other && text.row === other.row)
				expect(Math.abs(text.x - other.x)).toBeGreaterThan(textWidth('12.34×'));
	expect(rowsIn(placed)).toBeGreaterThan(1);
});

test('a text stays within the chart', () => {
	const [first, last] = inRows(
		[
			{ text: 'L1 48 KiB', x: 0 },
			{ text: 'L3 32 MiB', x: 400 }
		],
		ends
	);
	expect(first?.x).toBe(textWidth('L1 48 KiB') / 2);
	expect(last?.x).toBe(400 - textWidth('L3 32 MiB') / 2);
	expect(rowsIn([])).toBe(0);
});

const series = (text: string, x: number, y: number): Series => ({
	key: text,
	kind: 'measured',
	text,
	index: 0,
	variant: text,
	places: [{ x, y, row: undefined as never }],
	path: ''
});

test('a line that ends at the right edge has its name there, a shorter line has none', () => {
	const chart = { right: 400, bottom: 300 };
	const names = namesAtEnds(
		[series('walk', 400, 50), series('chase', 400, 52), series('old machine', 200, 90)],
		chart
	);
	expect(names.map(({ text, y }) => [text, y])).toEqual([
		['walk', 54],
		['chase', 71]
	]);
});

test('labels that would cover each other are moved apart, in their order', () => {
	expect(spread([{ y: 10 }, { y: 4 }, { y: 60 }], 15)).toEqual([{ y: 4 }, { y: 19 }, { y: 60 }]);
});

test('labels that would leave the chart at the bottom move up', () => {
	expect(spread([{ y: 90 }, { y: 95 }], 15, 100)).toEqual([{ y: 85 }, { y: 100 }]);
});
