import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { pointOf, predictedFor, reportOf, variantReport } from '../../../site/fixtures/examples.ts';
import { nearness } from '../../../site/src/lib/code/event-rows.ts';
import { costTable, isOdd, placesOf, placeTable, reasonTable, scoreTable } from './event-scores.ts';
import scores from './scores-znver4.json' with { type: 'json' };
import zen5Scores from './scores-znver5.json' with { type: 'json' };

const at = (value: number, cycles: number) => pointOf(cycles, { size: value });

test('predictions without and with events are scored at the places that were measured', () => {
	const report = reportOf([
		variantReport('a', {
			predictions: [{ ...predictedFor(5), host: true }],
			points: [at(1, 4), at(2, 10), at(3, 300)],
			events: [
				{
					parameters: { size: 1 },
					prediction: { model: 'M', cyclesPerIteration: 4, parts: { core: 4 }, latencies: [] }
				},
				{
					parameters: { size: 2 },
					prediction: {
						model: 'M',
						cyclesPerIteration: 8,
						parts: { core: 5, caches: 3 },
						latencies: []
					}
				},
				{ parameters: { size: 3 }, refusal: 'No time.' }
			]
		})
	]);
	const places = placesOf('chase', false, report);
	expect(
		places.map(({ predicted, withEvents, reason }) => [predicted, withEvents, reason])
	).toEqual([
		[5, 4, undefined],
		[5, 8, undefined],
		[5, undefined, 'No time.']
	]);
	expect(scoreTable(places).rows[0]).toEqual([
		'all',
		'3',
		'0.0 %',
		'57.8 %',
		'2',
		'50.0 %',
		'10.0 %',
		'2',
		'0.0 %',
		'37.5 %'
	]);
	expect(reasonTable(places).rows).toEqual([['No time.', '1']]);
	const half = isOdd('chase') ? 'odd' : 'even';
	expect(placeTable(places).rows).toEqual([
		['chase a 1', half, '5.00', '4.00', '4.00', '25.0 %', '0.0 %', 'no event costs anything'],
		[
			'chase a 2',
			half,
			'5.00',
			'8.00',
			'10.00',
			'-50.0 %',
			'-20.0 %',
			'caches; beyond it: The reason is not known.'
		],
		['chase a 3', half, '5.00', '', '300.00', '-98.3 %', '', 'No time.']
	]);
});

test('a slug is always in the same half, and both halves have some', () => {
	const slugs = Array.from({ length: 40 }, (_, i) => `exercise-${i}`);
	const odd = slugs.filter(isOdd);
	expect(odd.length).toBeGreaterThan(10);
	expect(odd.length).toBeLessThan(30);
});

test('what events cost stands beside the time of the rest of a run', () => {
	const runs = [
		{ slug: 'chase', first: 3, before: 8, end: 10, places: 4 },
		{ slug: 'typed', before: 2, end: 2.1, places: 1 }
	];
	expect(costTable(runs).rows).toEqual([
		['chase', '3.0 s', '8.0 s', '2.0 s', '4', '25.0 %'],
		['typed', '', '2.0 s', '0.1 s', '1', '5.0 %']
	]);
});

test('the page and the documents have the scores of both halves as they are recorded', async () => {
	const parts = (predictor: 'llvm-mca' | 'with events') =>
		[scores, zen5Scores].flatMap(({ halves: { odd, even } }) => [
			part(odd[predictor]),
			part(even[predictor])
		]);
	const part = ({ near, places }: { near: number; places: number }) =>
		`${((100 * near) / places).toFixed(1)} %`;
	expect(nearness.match(/[\d.]+ %/g)).toEqual([...parts('with events'), ...parts('llvm-mca')]);
	const document = await readFile(new URL('../../../docs/performance.md', import.meta.url), 'utf8');
	const rows = document.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
	const all = [scores, zen5Scores].flatMap(({ halves }) => Object.entries(halves));
	for (const [half, found] of all) {
		const cells = [found['llvm-mca'], found['with events']].flatMap((one) => [
			String(one.places),
			part(one),
			`${(100 * one.meanError).toFixed(1)} %`
		]);
		expect(rows).toContainEqual(['', half, ...cells, '']);
	}
});
