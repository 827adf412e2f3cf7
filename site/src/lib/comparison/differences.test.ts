import { expect, test } from 'vitest';
import type { Report } from '@cyclelab/contract/schema/report';
import {
	factsOf,
	host,
	pointOf,
	predictedFor,
	reportOf,
	variantReport
} from '../../../fixtures/examples.ts';
import { differences } from './differences.ts';
import { comparedSheets, type Compared } from './compared.ts';

const facts = factsOf(
	'Atomic store',
	{ add: 'Add', inc: 'Inc' },
	{
		unit: 'ns',
		machines: [{ id: 'm1', name: 'MacBook Pro, Apple M1 Max', target: 'arm64' }],
		documented: [
			{ machine: 'm1', variant: 'add', parameters: {}, nsPerIteration: 0.3, quoted: '0.3 ns' },
			{ machine: 'm1', variant: 'inc', parameters: {}, nsPerIteration: 6, quoted: '6 ns' }
		]
	}
);
const point = (cycles: number) => pointOf(cycles);
const measured = (add: number, inc: number, more: Partial<Report> = {}) =>
	reportOf(
		[
			variantReport('add', { points: [point(add)], instructionsPerIteration: 4 }),
			variantReport('inc', { points: [point(inc)], instructionsPerIteration: 5 })
		],
		more
	);
const inspected = (add: number, inc: number) =>
	reportOf(
		[
			variantReport('add', { predictions: [predictedFor(add)], instructionsPerIteration: 5 }),
			variantReport('inc', { predictions: [predictedFor(inc)], instructionsPerIteration: 6 })
		],
		{ target: 'arm64' }
	);

const side = (target: 'x86-64' | 'arm64', report: Report | undefined, own = facts): Compared => ({
	target,
	name: target,
	facts: own,
	report,
	absent: () => (target === 'arm64' ? 'no arm64 runner for this' : 'not run yet'),
	absentPrediction: () => ''
});

const sentences = (...reports: Compared[]) => differences(reports, comparedSheets(reports));

test('a measured ratio stands beside the document’s on the other architecture, and the counts beside each other', () => {
	expect(sentences(side('x86-64', measured(10, 10)), side('arm64', inspected(1, 2)))).toEqual([
		'“Inc” takes 1.00× the time of “Add” on x86-64 (measured, AMD Zen 5), and 20.0× on arm64 (documented, MacBook Pro, Apple M1 Max).',
		'Counted exactly, per iteration: “Inc” executes 5 instructions on x86-64 and 6 on arm64, “Add” 4 and 5.'
	]);
});

test('without a figure of the document, the sentence has the model’s ratio and names the model', () => {
	const bare = { ...facts, documented: [] };
	expect(
		sentences(side('x86-64', measured(10, 10), bare), side('arm64', inspected(1, 2), bare))[0]
	).toBe(
		'“Inc” takes 1.00× the time of “Add” on x86-64 (measured, AMD Zen 5), and 2.00× on arm64 (predicted, NeoverseV2 model).'
	);
});

test('ratios that do not differ are called alike', () => {
	const other = measured(20, 40.5, {
		runner: {
			id: 'b',
			arch: 'x86-64',
			microarchitecture: 'znver4',
			host: { ...host, processor: 'AMD Zen 4' }
		}
	});
	const [one, two] = [side('x86-64', measured(10, 20)), side('x86-64', other)];
	expect(sentences({ ...one, name: 'AMD Zen 5' }, { ...two, name: 'AMD Zen 4' })[0]).toBe(
		'Alike on both sides: “Inc” takes 2.00× the time of “Add” on AMD Zen 5 (measured, AMD Zen 5), and 2.02× on AMD Zen 4 (measured, AMD Zen 4).'
	);
});

test('with one side known, the sentence names what the other side lacks', () => {
	expect(sentences(side('x86-64', undefined), side('arm64', undefined))).toEqual([
		'“Inc” takes 20.0× the time of “Add” on arm64 (documented, MacBook Pro, Apple M1 Max); on x86-64 there is no such ratio (not run yet).'
	]);
});

test('before there is anything to compare there is no sentence', () => {
	const bare = { ...facts, documented: [] };
	expect(sentences(side('x86-64', undefined, bare), side('arm64', undefined, bare))).toEqual([]);
});

test('times from an emulated runner appear nowhere', () => {
	const report = measured(10, 90, { target: 'arm64' });
	const emulated: Report = {
		...report,
		runner: { ...report.runner, arch: 'arm64', host: { ...host, arch: 'arm64', emulated: true } }
	};
	const bare = { ...facts, documented: [] };
	const sides = [side('x86-64', measured(10, 10), bare), side('arm64', emulated, bare)];
	expect(comparedSheets(sides)[0]?.rows[1]?.map((row) => [row.measured, row.point])).toEqual([
		[undefined, undefined],
		[undefined, undefined]
	]);
	expect(sentences(...sides)).toEqual([
		'“Inc” takes 1.00× the time of “Add” on x86-64 (measured, AMD Zen 5); on arm64 there is no such ratio (no arm64 runner for this).',
		'Counted exactly, per iteration: “Inc” executes 5 instructions on x86-64 and 5 on arm64, “Add” 4 and 4.'
	]);
});
