import { expect, test } from 'vitest';
import { factsIn } from '@cyclelab/exercises/facts-in';
import { factsOf, predictedFor, reportOf, variantReport } from '../../../fixtures/examples.ts';
import { predictedOtherwise } from './rows.ts';
import {
	columnsOf,
	comparedSheets,
	formOf,
	joined,
	reportAt,
	columnCount,
	type Compared
} from './compared.ts';
import { sentencesOf, sumAt } from '../code/event-rows.ts';

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
const shown = (target: Compared['target'], more: Partial<Compared> = {}): Compared => ({
	target,
	name: target,
	facts: factsIn(facts, 'c', target),
	report: undefined,
	absent: () => '',
	absentPrediction: () => '',
	...more
});
const sheetOf = (...reports: Compared[]) => {
	const [sheet] = comparedSheets(reports);
	if (!sheet) throw new Error('there is a sheet of time');
	return sheet;
};

test('a figure of the document belongs to the side of its machine, and appears once if both sides are alike', () => {
	const machines = (a: Compared, b: Compared) =>
		sheetOf(a, b).rows.map((rows) => rows[0]?.documented.map(({ machine }) => machine));
	expect(machines(shown('x86-64'), shown('arm64'))).toEqual([['Intel Mac'], ['M1']]);
	expect(machines(shown('x86-64'), shown('x86-64'))).toEqual([['M1', 'Intel Mac'], []]);
});

test('code that is two rows on arm64 stands beside its one row on x86-64', () => {
	const { groups } = sheetOf(shown('x86-64'), shown('arm64'));
	expect(
		groups.map(({ row, lines }) => [
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
	expect(both.variants.map(({ id, label }) => [id, label, reportAt(id)])).toEqual([
		['0/plain', 'Plain on x86-64', 0],
		['0/swap', 'Swap on x86-64', 0],
		['1/plain', 'Plain on arm64', 1],
		['1/swap-exclusive', 'Swap on arm64, exclusives', 1],
		['1/swap-lse', 'Swap on arm64, LSE', 1]
	]);
	expect(sheet.rows.map(({ key, variant, label }) => [key, variant, label])).toEqual(
		both.variants.map(({ id, label }) => [id, id, label])
	);
});

test('a prediction for a processor that no runner has stays in cycles, since the runner’s clock does not apply', () => {
	const predictions = [predictedFor(3)];
	const report = reportOf([variantReport('plain', { predictions })], { target: 'arm64' });
	const clocked = { ...report, runner: { ...report.runner, clockGHz: 4 } };
	const row = (side: Compared) => sheetOf(shown('x86-64'), side).rows[1]?.[0];
	const armRow = row(shown('arm64', { report: clocked }));
	expect([armRow?.predicted, armRow && predictedOtherwise(armRow)]).toEqual([
		undefined,
		'3.00 cycles'
	]);
	const own = row(shown('x86-64', { report: { ...clocked, target: 'x86-64' } }));
	expect([own?.predicted, own && predictedOtherwise(own)]).toEqual([0.75, undefined]);
});

test('a prediction with events stands in a column of its own, in the table’s unit, with its parts and the event', () => {
	const parts = { core: 1, stores: 8 };
	const prediction = { model: 'Znver4', cyclesPerIteration: 9, parts, latencies: [4] };
	const events = [{ parameters: {}, all: { blocked: 1 }, prediction }];
	const report = reportOf([variantReport('plain', { events })]);
	const clocked = { ...report, runner: { ...report.runner, clockGHz: 3 } };
	const side = shown('x86-64', { report: clocked });
	const sheet = sheetOf(side);
	const row = sheet.rows[0]?.[0];
	expect([row?.withEvents, sumAt(row?.events), sentencesOf(row?.events?.all ?? {})]).toEqual([
		3,
		'1.00 without events + 8.00 for loads that wait for stores',
		[
			'Loads read bytes of several earlier stores, and wait until those are in L1 (1.00 per iteration).'
		]
	]);
	expect(columnsOf([side], sheet).map(({ withEvents }) => withEvents)).toEqual([true]);
});

test('a report has the columns that it fills: none for figures of a document that gives none', () => {
	const counted = reportOf([variantReport('plain', { instructionsPerIteration: 3 })]);
	const columns = (...reports: Compared[]) =>
		columnsOf(reports, sheetOf(...reports)).map(({ documented, ...others }) => ({
			documented: documented.map((source) => source?.short),
			...others
		}));
	const [x86, same, arm] = [shown('x86-64'), shown('x86-64'), shown('arm64')];
	expect(columns(x86, same)).toEqual([
		{ form: false, documented: [undefined], predicted: true, withEvents: false, counted: false },
		{ form: false, documented: [], predicted: true, withEvents: false, counted: false }
	]);
	expect(columns(x86)).toEqual([
		{
			form: false,
			documented: ['M1', 'Intel Mac'],
			predicted: true,
			withEvents: false,
			counted: false
		}
	]);
	const ours = { ...x86.facts, documented: [] };
	const bare = shown('x86-64', {
		facts: { ...ours, document: { ...ours.document, number: '1' } }
	});
	expect(columns(bare).map(({ documented }) => documented)).toEqual([[]]);
	expect(columns(x86, arm).map(({ form }) => form)).toEqual([false, true]);
	const run = shown('x86-64', { report: counted });
	expect(columnsOf([run, same], sheetOf(run, same)).map(columnCount)).toEqual([4, 3]);
});

test('three reports have three cells in every line, in their order', () => {
	const reports = [shown('x86-64'), shown('arm64'), shown('x86-64', { name: 'other' })];
	const { groups, rows } = sheetOf(...reports);
	expect(groups.map(({ lines }) => lines.map((line) => line.map((row) => row?.variant)))).toEqual([
		[['plain', 'plain', 'plain']],
		[
			['swap', 'swap-exclusive', 'swap'],
			[undefined, 'swap-lse', undefined]
		]
	]);
	// A figure stands with the first report of its machine's architecture.
	expect(rows.map((own) => own[0]?.documented.map(({ machine }) => machine))).toEqual([
		['Intel Mac'],
		['M1'],
		[]
	]);
});
