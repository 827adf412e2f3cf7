import { expect, test } from 'vitest';
import { exactly, factsOf, pointOf, reportOf, variantReport } from '../../../fixtures/examples.ts';
import { quantitiesOf, scaleOf } from './quantities.ts';
import { documentedColumns, sheetsOf } from './sheets.ts';

const facts = factsOf(
	'Waiting',
	{ sleep: 'Sleep', spin: 'Spin' },
	{
		unit: 'ns',
		meters: [{ id: 'cpu', label: 'CPU time of all threads', unit: 'ns' }],
		machines: [{ id: 'old', name: 'Old' }],
		documented: [
			{
				machine: 'old',
				variant: 'spin',
				parameters: {},
				meter: { id: 'cpu', perIteration: 4e6 },
				quoted: '4 ms of CPU'
			}
		]
	}
);
const point = (ns: number, cpu: number) => pointOf(2 * ns, {}, { meters: { cpu: exactly(cpu) } });
const report = reportOf([
	variantReport('sleep', { points: [point(2000, 0)] }),
	variantReport('spin', { points: [point(3000, 5e6)] })
]);

test('time and every meter have a sheet, the question’s first, each in a unit fit for its numbers', () => {
	const sheets = sheetsOf(
		{ ...facts, question: { ...facts.question, measure: 'cpu' } },
		{ ...report, variants: report.variants.slice(0, 2) }
	);
	expect(
		sheets.map(({ quantity, scale, axis, predicts, rows }) => [
			quantity.id,
			scale.short,
			axis,
			predicts,
			rows.map(({ measured }) => measured?.median)
		])
	).toEqual([
		['cpu', 'ms', 'linear', false, [0, 5]],
		['time', 'µs', 'log', true, [2, 3]]
	]);
});

test('the document’s figures of a meter are in the meter’s sheet before any run', () => {
	const [time, cpu] = sheetsOf(facts, undefined);
	expect(time?.rows.map(({ documented }) => documented)).toEqual([[], []]);
	expect(cpu?.rows.map(({ documented }) => documented.map(({ value }) => value))).toEqual([
		[],
		[4]
	]);
});

test('an exercise that is not counted has no column of predictions', () => {
	const [time] = sheetsOf({ ...facts, uncounted: 'Other threads take its time.' }, report);
	expect(time?.predicts).toBe(false);
});

test('the unit is the largest of which the smallest amount has at least one', () => {
	expect([
		scaleOf('ns', [0.3, 5e6]).short,
		scaleOf('ns', [1500, 5e6]).short,
		scaleOf('ns', [0, 5e6]).short,
		scaleOf('bytes', [2048, 1024 ** 3]).short,
		scaleOf('count', [1e9]).short,
		scaleOf('cycles', []).short
	]).toEqual(['ns', 'µs', 'ms', 'KiB', '', 'cycles']);
});

test('figures of more sources than there is room for columns share one', () => {
	const machines = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id }));
	const documented = machines.map(({ id }) => ({
		machine: id,
		variant: 'spin',
		parameters: {},
		nsPerIteration: 1,
		quoted: '1 ns'
	}));
	const columns = (count: number) => {
		const some = { ...facts, machines, documented: documented.slice(0, count) };
		return documentedColumns(some, sheetsOf(some, undefined)[0]!.rows)?.map(({ short }) => short);
	};
	expect([columns(3), columns(4)]).toEqual([['a', 'b', 'c'], undefined]);
});

test('time comes first where the question is about it', () => {
	expect(quantitiesOf(facts).map(({ id }) => id)).toEqual(['time', 'cpu']);
});

test('a run of one kernel of free play has no row for the other', () => {
	const own = { ...facts, free: true } as const;
	const single = reportOf([variantReport('sleep', { points: [point(2000, 0)] })]);
	const labels = (run: typeof single) => sheetsOf(own, run)[0]?.rows.map(({ label }) => label);
	expect(labels(single)).toEqual(['Sleep']);
	const { finishedAt: _, ...running } = single;
	expect(labels(running)).toEqual(['Sleep', 'Spin']);
	expect(sheetsOf(facts, single)[0]?.rows).toHaveLength(2);
});
