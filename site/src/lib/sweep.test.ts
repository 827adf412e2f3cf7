import { expect, test } from 'vitest';
import { factsOf } from './examples.ts';
import { rowsOf } from './rows.ts';
import { spread, sweepGeometry } from './sweep.ts';

const facts = factsOf(
	'Sizes',
	[
		{ id: 'walk', label: 'Walk' },
		{ id: 'chase', label: 'Chase' }
	],
	{
		unit: 'ns',
		sweep: { name: 'size', label: 'Size', unit: 'bytes', scale: 'log', values: [4, 8, 16] },
		machines: [{ id: 'old', name: 'Old machine' }],
		documented: [
			{ machine: 'old', variant: 'walk', parameters: { size: 4 }, nsPerIteration: 1, quoted: '1' },
			{ machine: 'old', variant: 'walk', parameters: { size: 16 }, nsPerIteration: 4, quoted: '4' }
		]
	}
);
const box = { width: 300, height: 200, top: 0, right: 0, bottom: 0, left: 0 };

test('before a run the chart holds what the document reports, and nothing else', () => {
	const { documented, series, labels } = sweepGeometry(facts, rowsOf(facts, undefined), box);
	expect(documented.map(({ key, places }) => [key, places.map(({ row }) => row.at)])).toEqual([
		['old/walk', [4, 16]]
	]);
	expect(series.map(({ places, path }) => [places, path])).toEqual([
		[[], ''],
		[[], '']
	]);
	expect(labels.map(({ text }) => text)).toEqual(['Old machine']);
});

test('doubling the parameter moves a point by the same distance everywhere', () => {
	const { x } = sweepGeometry(facts, rowsOf(facts, undefined), box);
	expect(x(8) - x(4)).toBeCloseTo(x(16) - x(8));
	expect([x(4), x(16)]).toEqual([10, 300]);
});

test('more time is further up', () => {
	const { y } = sweepGeometry(facts, rowsOf(facts, undefined), box);
	expect(y(4)).toBeLessThan(y(1));
});

test('labels that would cover each other are moved apart, in their order', () => {
	expect(spread([{ y: 10 }, { y: 4 }, { y: 60 }], 15)).toEqual([{ y: 4 }, { y: 19 }, { y: 60 }]);
});
