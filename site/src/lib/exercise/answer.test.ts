import { expect, test } from 'vitest';
import type { Report } from '@cyclelab/contract/schema/report';
import {
	factsOf,
	pointOf,
	predictedFor,
	reportOf,
	variantReport
} from '../../../fixtures/examples.ts';
import { answerOf } from './answer.ts';
import { nextSteps } from './flow.ts';

const facts = factsOf('Cycle', { add: 'Additions', mul: 'Multiplications' });

/** A run that measured so many cycles of a text. */
const ran = (run: string, source: string, cycles: number): Report => ({
	...reportOf([
		variantReport('add', {
			source,
			points: [pointOf(cycles)]
		})
	]),
	run
});
const given = { facts, variant: 'add', modelled: undefined };

test('the answer is measured for exactly the text in the editor, beside what the run before measured', () => {
	const old = ran('r1', 'old', 9);
	const now = ran('r2', 'new', 3);
	expect(answerOf({ ...given, text: 'new', report: now, kept: [now, old] })).toMatchObject({
		measured: { value: '3.00', unit: 'cycles', place: undefined },
		before: { value: '9.00', change: 'now 0.33×' }
	});
});

test('several speeds are no single number, and compared with none', () => {
	const modes = [
		{ centre: 4, share: 0.6 },
		{ centre: 6, share: 0.4 }
	];
	const points = [pointOf(4, {}, { modes })];
	const twice: Report = {
		...reportOf([variantReport('add', { source: 'new', points })]),
		run: 'r2'
	};
	const old = ran('r1', 'old', 9);
	expect(answerOf({ ...given, text: 'new', report: twice, kept: [twice, old] })).toMatchObject({
		measured: { value: '4.00, 6.00', spread: 'alternately,', unit: 'cycles' },
		before: { value: '9.00', change: undefined }
	});
});

test('work that depends on the data is said of the text that was run', () => {
	const report = reportOf([
		variantReport('add', { source: 'new', dataWork: { counted: 2, other: 2.5 } })
	]);
	const sentence =
		'Its work depends on the data: 2.00 instructions an iteration for the data that was counted, 2.50 for other data.';
	const of = (text: string) => answerOf({ ...given, text, report, kept: [] }).dataWork;
	expect([of('new'), of('other')]).toEqual([sentence, undefined]);
});

test('a prediction of one size of a sweep stands with that size beside what was measured at the last size', () => {
	const sweep = { name: 'size', label: 'Size', unit: 'bytes', scale: 'log' } as const;
	const at = (size: number, cycles: number) => pointOf(cycles, { size });
	const report = reportOf([
		variantReport('add', {
			source: 'x',
			predictions: [predictedFor(5)],
			points: [at(4096, 5), at(1_048_576, 26)]
		})
	]);
	const answered = (more: { changesWork?: true }) =>
		answerOf({
			...given,
			facts: { ...facts, sweep: { ...sweep, values: [4096, 1_048_576], ...more } },
			text: 'x',
			report,
			kept: []
		});
	expect(answered({ changesWork: true })).toMatchObject({
		predicted: { value: '5.00', place: '4 KiB' },
		measured: {
			value: '26.0',
			place: '1 MiB',
			atPrediction: { value: '5.00', place: '4 KiB' }
		}
	});
	expect(answered({}).measured?.atPrediction).toBeUndefined();
	expect(answered({}).predicted).toMatchObject({ value: '5.00', place: undefined });
});

test('why no model predicts the text is said of this text alone', () => {
	const reason = 'The loop calls work.';
	const modelled = variantReport('add', {
		source: 'new',
		refusals: [{ mcpu: 'znver4', noalias: true, reason }]
	});
	const of = (text: string) =>
		answerOf({ ...given, text, modelled, report: undefined, kept: [] }).unpredicted;
	expect([of('new'), of('other')]).toEqual([reason, undefined]);
});

test('numbers of another text are what it was', () => {
	const now = ran('r2', 'old', 9);
	expect(answerOf({ ...given, text: 'new', report: now, kept: [now] })).toEqual({
		name: undefined,
		predicted: undefined,
		measured: undefined,
		before: { value: '9.00', change: undefined }
	});
});

test('runs whose intervals meet are not said to differ, and other processors are not compared', () => {
	const now = ran('r2', 'new', 3);
	const same = ran('r1', 'new', 3);
	expect(answerOf({ ...given, text: 'new', report: now, kept: [same] }).before).toEqual({
		value: '3.00',
		change: 'no clear difference'
	});
	const { runner } = same;
	const host = { ...runner.host, processor: 'Another' };
	const elsewhere = { ...same, runner: { ...runner, host } };
	expect(
		answerOf({ ...given, text: 'new', report: now, kept: [elsewhere] }).before
	).toBeUndefined();
});

test('the bar leads to the question, then to the results, and at last to the next exercise', () => {
	const after = { href: '/exercises/next', title: 'Next one' };
	const done = {
		predicted: true,
		ran: true,
		revealed: true,
		compared: false,
		read: false,
		passed: false
	};
	const labels = (part: Partial<typeof done>, free = false) =>
		nextSteps({ ...done, ...part }, { free, after }).map(({ label }) => label);
	expect([
		labels({ predicted: false, ran: false }),
		labels({ ran: false }),
		labels({}),
		labels({ passed: true }),
		labels({}, true)
	]).toEqual([
		['Predict first'],
		[],
		['Compare', 'Why?', 'Challenge'],
		['Compare', 'Why?', 'Next: Next one'],
		['Details']
	]);
	const first = (part: Partial<typeof done>) =>
		nextSteps({ ...done, ...part }, { free: false, after })
			.filter((step) => step.first)
			.map(({ href }) => href);
	expect([
		first({}),
		first({ compared: true }),
		first({ compared: true, read: true }),
		first({ passed: true })
	]).toEqual([['#compare'], ['#explain'], ['#challenge'], [after.href]]);
});
