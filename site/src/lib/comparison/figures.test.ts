import { defined } from '@cyclelab/contract/defined';
import { expect, test } from 'vitest';
import { factsOf } from '../../../fixtures/examples.ts';
import { figuresFrom, figuresOf, figureText, sourcesOf } from './figures.ts';
import { rowsOf } from './rows.ts';

const documented = [
	{ machine: 'Skylake', cyclesPerIteration: 140, quoted: '140 cycles' },
	{ machine: 'M1', runtime: 'Go 1.22', nsPerIteration: 0.31, quoted: '0.31 ns' },
	{ machine: 'M1', meter: { id: 'heap', perIteration: 224 }, quoted: '224 B/op' }
];

test('a figure stands in the table’s unit, or in its own where there is no clock to convert it with', () => {
	expect(figuresOf(documented, { id: 'time', label: '', unit: 'ns' })).toEqual([
		{
			machine: 'Skylake',
			runtime: undefined,
			value: undefined,
			otherwise: '140 cycles',
			isAmount: false,
			quoted: '140 cycles'
		},
		{
			machine: 'M1',
			runtime: 'Go 1.22',
			value: 0.31,
			otherwise: undefined,
			isAmount: false,
			quoted: '0.31 ns'
		}
	]);
});

test('the amounts of a meter are apart from times', () => {
	const heap = { id: 'heap', label: 'Heap', unit: 'bytes' } as const;
	expect(figuresOf(documented, heap).map(({ value }) => value)).toEqual([224]);
	expect(figuresOf(documented, heap).map(figureText)).toEqual(['224']);
});

test('several runtimes of one machine are columns of their own, in the order of the machines', () => {
	const facts = factsOf(
		'Store',
		{ load: 'Load', store: 'Store' },
		{
			unit: 'ns',
			machines: [
				{ id: 'intel', name: 'Intel, a laptop' },
				{ id: 'm1', name: 'M1 Max' }
			],
			documented: [
				figure('m1', 'Go 1.21', 0.4),
				figure('m1', 'Go 1.22', 0.3),
				figure('intel', undefined, 5.7),
				figure('intel', undefined, 5.9)
			]
		}
	);
	const rows = rowsOf(facts, undefined);
	const sources = sourcesOf(facts, rows);
	expect(sources.map(({ short }) => short)).toEqual([
		'Intel',
		'M1 Max, Go 1.21',
		'M1 Max, Go 1.22'
	]);
	const [load, store] = rows;
	expect(sources.map((source) => figuresFrom(source, store).map(({ value }) => value))).toEqual([
		[5.7, 5.9],
		[0.4],
		[0.3]
	]);
	expect(sources.map((source) => figuresFrom(source, load))).toEqual([[], [], []]);
});

function figure(machine: string, runtime: string | undefined, nsPerIteration: number) {
	return {
		machine,
		variant: 'store',
		parameters: {},
		...defined({ runtime }),
		nsPerIteration,
		quoted: `${nsPerIteration} ns`
	};
}
