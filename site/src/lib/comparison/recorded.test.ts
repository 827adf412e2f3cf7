import { expect, test } from 'vitest';
import { recordedOf, reportOfRecorded } from '@cyclelab/contract/measure/recorded';
import type { Report } from '@cyclelab/contract/schema/report';
import {
	exactly,
	exerciseOf,
	factsOf,
	pointOf,
	reportOf,
	variantReport
} from '../../../fixtures/examples.ts';
import { comparedSheets } from './compared.ts';
import { claimsOn, recordedComparison } from './recorded.ts';

const facts = factsOf('Sums', { one: 'One sum', two: 'Two sums' });
const exercise = exerciseOf(facts, { c: { one: '1', two: '2' } });
const measured = (id: string, cycles: number, more: Partial<Report['variants'][number]> = {}) =>
	variantReport(id, {
		points: [pointOf(cycles)],
		...more
	});
const digests = new Map([
	['one', '0'.repeat(16)],
	['two', '1'.repeat(16)]
]);
const report = reportOf([measured('one', 3.00123), measured('two', 1.5)]);
const recorded = recordedOf(report, digests, 0.123);

test('a report becomes a recorded run with its figures, and the run a report with the same figures', () => {
	expect(recorded?.places.map(({ variant, cycles, code }) => ({ variant, cycles, code }))).toEqual([
		{ variant: 'one', cycles: [3.001, 3.001, 3.001], code: '0'.repeat(16) },
		{ variant: 'two', cycles: [1.5, 1.5, 1.5], code: '1'.repeat(16) }
	]);
	expect(recorded).toMatchObject({
		processor: report.runner.host.processor,
		language: report.language,
		toolchain: { compiler: report.toolchain.compiler },
		load: 0.12
	});
	const again = recorded && reportOfRecorded('cycle', recorded);
	expect(again?.variants.map(({ points }) => points[0]?.measured?.cyclesPerIteration)).toEqual([
		exactly(3.001),
		exactly(1.5)
	]);
});

test('changed code, added flags, failures and what a neighbour slowed are not recorded', () => {
	const failure = { kind: 'crashed', title: 'It crashed', text: '', signal: 11 } as never;
	const slowed = [pointOf(3, {}, { slowed: true })];
	const of = (more: Partial<Report['variants'][number]>) =>
		recordedOf(reportOf([measured('one', 3, more)]), digests, 0);
	expect([
		of({ edited: true }),
		of({ addedFlags: ['-O3'] }),
		of({ failure }),
		of({ points: slowed }),
		recordedOf(report, new Map(), 0)
	]).toEqual([undefined, undefined, undefined, undefined, undefined]);
	const { runner } = report;
	const emulated = { ...report, runner: { ...runner, host: { ...runner.host, emulated: true } } };
	expect(recordedOf(emulated, digests, 0)).toBeUndefined();
});

test('the runs of other machines stand beside the learner’s own, measured figures alone', () => {
	if (!recorded) throw new Error('nothing was recorded');
	const other = { ...recorded, processor: 'Other', microarchitecture: 'znver3' };
	const given = { ...exercise, recorded: [other] };
	const own = { ...report, finishedAt: report.startedAt };
	const { language } = report;
	const found = recordedComparison(given, language, own);
	expect(found?.compared.map(({ name }) => name)).toEqual([
		`Your run, ${report.runner.host.processor}`,
		'Other'
	]);
	expect(found?.compared.map(({ facts: { title } }) => title)).toEqual(
		Array(2).fill('Runs of other machines: Sums')
	);
	const sheets = found ? comparedSheets(found.compared) : [];
	expect(
		sheets.map(({ predicts, rows }) => [
			predicts,
			rows.map((own) => own.map((row) => row.measured?.median))
		])
	).toEqual([
		[
			false,
			[
				[3.00123, 1.5],
				[3.001, 1.5]
			]
		]
	]);
});

test('without a run in the chosen language the runs of another one are named, without the learner’s', () => {
	if (!recorded) throw new Error('nothing was recorded');
	const given = { ...exercise, recorded: [{ ...recorded, language: 'c' as const }] };
	const found = recordedComparison(given, 'go', {
		...report,
		language: 'go',
		finishedAt: report.startedAt
	});
	expect(found?.compared.map(({ name }) => name)).toEqual([`${recorded.processor}, C`]);
	expect(recordedComparison({ ...exercise, recorded: [] }, 'c', report)).toBeUndefined();
});

test('a run of this site on the processor of the learner’s run does not stand beside it', () => {
	if (!recorded) throw new Error('nothing was recorded');
	const { load: _, ...ofSite } = recorded;
	const given = { ...exercise, recorded: [ofSite] };
	const own = { ...report, finishedAt: report.startedAt };
	expect(recordedComparison(given, report.language, own)).toBeUndefined();
	expect(recordedComparison(given, report.language, undefined)?.runs).toEqual([ofSite]);
});

test('each claim about times is judged on each machine by the interval of its ratio', () => {
	if (!recorded) throw new Error('nothing was recorded');
	const claim = {
		id: 'half',
		statement: 'Two sums take half as long.',
		measure: 'time',
		of: { variant: 'two', parameters: {} },
		to: { variant: 'one', parameters: {} },
		atMost: 0.6,
		seenOn: [],
		absentOn: []
	} as unknown as (typeof facts)['claims'][number];
	const slower = {
		...recorded,
		microarchitecture: 'znver1',
		places: recorded.places.map((place) => ({
			...place,
			cycles: [3, 3, 3] as [number, number, number],
			modes: []
		}))
	};
	const given = { ...exercise, facts: { ...facts, claims: [claim] }, recorded: [recorded, slower] };
	const found = recordedComparison(given, recorded.language, undefined);
	expect(
		found &&
			claimsOn(found.compared).map(({ on }) =>
				on.map((lane) => [lane?.lies, lane?.ratio.median.toFixed(2)])
			)
	).toEqual([
		[
			['within', '0.50'],
			['outside', '1.00']
		]
	]);
});
