import { describe, expect, it } from 'vitest';
import { measured, point, prediction, report } from '../../fixtures/examples.ts';
import type { RunEvent } from '../schema/job.ts';
import type { Report } from '../schema/report.ts';
import { explain } from './explain.ts';
import { apply } from './progress.ts';

const started = report({});
const [inspected] = report({ word: [] }).variants;
if (!inspected) throw new Error('no variant');
const instruction = { address: '0x10', text: 'ret' };
const withCode = {
	...inspected,
	functions: [{ symbol: 'kernel', address: '0x10', instructions: [instruction] }]
};
const [small, large, again] = [
	point(measured(3), 16),
	point(measured(9), 64),
	point(measured(4), 16)
];
const events: RunEvent[] = [
	{ type: 'queued', position: 1 },
	{ type: 'started', report: started },
	{ type: 'stage', stage: 'compile', variant: 'word' },
	{ type: 'inspected', variant: withCode },
	{
		type: 'counted',
		variant: 'word',
		counts: { '0x10': 7 },
		checksum: '9f',
		instructionsPerIteration: 4
	},
	{ type: 'predicted', variant: 'word', predictions: [prediction(3)], refusals: [] },
	{ type: 'waiting', position: 2 },
	{ type: 'point', variant: 'word', point: small },
	{ type: 'point', variant: 'word', point: large }
];
const fold = (events: RunEvent[]) =>
	events.reduce<Report | undefined>((state, event) => apply(state, event), undefined);

describe('the events of a run', () => {
	it('fold to its report', () => {
		expect(fold(events)).toEqual({
			...started,
			variants: [
				{
					...withCode,
					functions: [
						{ symbol: 'kernel', address: '0x10', instructions: [{ ...instruction, count: 7 }] }
					],
					checksum: '9f',
					instructionsPerIteration: 4,
					predictions: [prediction(3)],
					points: [small, large]
				}
			]
		});
	});

	it('may be told twice', () => {
		expect(fold([...events, ...events.slice(1)])).toEqual(fold(events));
		expect(fold([...events, ...events.slice(4)])).toEqual(fold(events));
	});

	it('replace a point by a later one at the same place', () => {
		const points = fold([...events, { type: 'point', variant: 'word', point: again }])?.variants[0]
			?.points;
		expect(points).toEqual([again, large]);
	});

	it("carry another tool's opinion, and why nothing was counted", () => {
		const secondOpinion = { refusal: 'OSACA has no model of this core.' };
		const uncounted = 'Nothing counts this code.';
		const report = fold([
			...events,
			{ type: 'opinion', variant: 'word', secondOpinion },
			{ type: 'counted', variant: 'word', counts: {}, uncounted }
		]);
		expect(
			report?.variants.map((variant) => [variant.id, variant.secondOpinion, variant.uncounted])
		).toEqual([['word', secondOpinion, uncounted]]);
	});

	it('carry what an observer found, and leave a variant without points if it is not believed', () => {
		const audit = 'Checked.';
		const failure = explain({
			kind: 'implausible',
			stage: 'measure',
			variant: 'word',
			reason: 'It is not.'
		});
		const after = (event: object) =>
			fold([...events, { type: 'audited', variant: 'word', ...event } as RunEvent])?.variants[0];
		const dataWork = { counted: 2, other: 2.04 };
		expect(after({ audit, dataWork })).toMatchObject({ audit, dataWork, points: [small, large] });
		expect(after({ failure })).toMatchObject({ failure, points: [] });
	});

	it('carry the limits of a loop, or why they are not known', () => {
		const why = { refused: 'The loop calls strlen.' };
		const all: RunEvent[] = [...events, { type: 'explained', variant: 'word', why }];
		expect(fold(all)?.variants[0]).toMatchObject({ why, points: [small, large] });
	});

	it('never change a report that was folded before', () => {
		const before = fold(events);
		const copy = structuredClone(before);
		apply(before, { type: 'point', variant: 'word', point: again });
		expect(before).toEqual(copy);
	});

	it('before the start leave nothing', () => {
		expect(
			fold([
				{ type: 'queued', position: 1 },
				{ type: 'point', variant: 'word', point: small }
			])
		).toBe(undefined);
	});

	it('after a failure of ours or a cancel leave what was there', () => {
		const failed: RunEvent = { type: 'failed', code: 'ENGINE', message: 'gone', id: '1' };
		expect(fold([...events, failed, { type: 'cancelled' }])).toEqual(fold(events));
	});
});
