import { expect, test } from 'vitest';
import { toldIn } from '@cyclelab/exercises/told-in';
import { factsOf, predictedFor, reportOf, variantReport } from '../examples.ts';
import { predictedOtherwise } from '../rows.ts';
import { columnsOf, widthOf } from './columns.ts';
import { formOf, isSecond, joined, sideSheets, type Shown } from './side-sheets.ts';

const facts = factsOf(
	'Store',
	[
		{ id: 'plain', label: 'Plain' },
		{ id: 'swap', label: 'Swap, in full order', atomic: true }
	],
	{
		unit: 'ns',
		machines: [
			{ id: 'm1', name: 'M1', target: 'arm64' },
			{ id: 'mac', name: 'Intel Mac' }
		],
		documented: [
			{ machine: 'm1', variant: 'plain', parameters: {}, nsPerIteration: 1, quoted: '1 ns' },
			{ machine: 'mac', variant: 'plain', parameters: {}, nsPerIteration: 8, quoted: '8 ns' }
		]
	}
);
const shown = (target: Shown['target'], more: Partial<Shown> = {}): Shown => ({
	target,
	name: target,
	facts: toldIn(facts, 'c', target),
	report: undefined,
	...more
});
const sheetOf = (a: Shown, b: Shown) => {
	const [sheet] = sideSheets([a, b]);
	if (!sheet) throw new Error('there is a sheet of time');
	return sheet;
};

test('a figure of the document stands on the side of its machine, and told once where both sides are alike', () => {
	const machines = (a: Shown, b: Shown) =>
		sheetOf(a, b).rows.map((rows) => rows[0]?.documented.map(({ machine }) => machine));
	expect(machines(shown('x86-64'), shown('arm64'))).toEqual([['Intel Mac'], ['M1']]);
	expect(machines(shown('x86-64'), shown('x86-64'))).toEqual([['M1', 'Intel Mac'], []]);
});

test('code that is two rows on arm64 stands beside its one row on x86-64', () => {
	const { pairs } = sheetOf(shown('x86-64'), shown('arm64'));
	expect(
		pairs.map(({ row, lines }) => [
			row.label,
			lines.map(([a, b]) => [a?.variant, b?.variant, b && formOf(b)])
		])
	).toEqual([
		['Plain', [['plain', 'plain', undefined]]],
		[
			'Swap, in full order',
			[
				['swap', 'swap-exclusive', 'exclusives'],
				[undefined, 'swap-lse', 'LSE']
			]
		]
	]);
});

test('as one exercise, rows and lines name their side', () => {
	const sides = [shown('x86-64'), shown('arm64')] as const;
	const { facts: both, sheet } = joined(sides, sheetOf(...sides));
	expect(both.variants.map(({ id, label }) => [id, label, isSecond(id)])).toEqual([
		['0/plain', 'Plain on x86-64', false],
		['0/swap', 'Swap on x86-64', false],
		['1/plain', 'Plain on arm64', true],
		['1/swap-exclusive', 'Swap on arm64, exclusives', true],
		['1/swap-lse', 'Swap on arm64, LSE', true]
	]);
	expect(sheet.rows.map(({ key, variant, label }) => [key, variant, label])).toEqual(
		both.variants.map(({ id, label }) => [id, id, label])
	);
});

test('a prediction for a processor nobody connected has is told in cycles, not in that runner’s nanoseconds', () => {
	const predictions = [predictedFor(3)];
	const report = reportOf([variantReport('plain', { predictions })], { target: 'arm64' });
	const clocked = { ...report, runner: { ...report.runner, clockGHz: 4 } };
	const row = (side: Shown) => sheetOf(shown('x86-64'), side).rows[1][0];
	const armRow = row(shown('arm64', { report: clocked }));
	expect([armRow?.predicted, armRow && predictedOtherwise(armRow)]).toEqual([
		undefined,
		'3.00 cycles'
	]);
	const own = row(shown('x86-64', { report: { ...clocked, target: 'x86-64' } }));
	expect([own?.predicted, own && predictedOtherwise(own)]).toEqual([0.75, undefined]);
});

test('a side has columns for what there is on it', () => {
	const counted = reportOf([variantReport('plain', { instructionsPerIteration: 3 })]);
	const columns = (report: Shown['report']) =>
		columnsOf(sheetOf(shown('x86-64', { report }), shown('x86-64')));
	expect(columns(undefined)).toEqual([
		{ form: false, documented: true, predicted: true, counted: false },
		{ form: false, documented: false, predicted: true, counted: false }
	]);
	expect(columns(counted).map(widthOf)).toEqual([4, 3]);
	const [x86, arm] = columnsOf(sheetOf(shown('x86-64'), shown('arm64')));
	expect([x86.form, arm.form]).toEqual([false, true]);
});
