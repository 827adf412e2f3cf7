import type { RunEvent } from '@cyclelab/contract/schema/job';
import { expect, test } from 'vitest';
import { afterEvent, taken, timesOf } from './run-times.ts';

const point: RunEvent = {
	type: 'point',
	variant: 'wide',
	point: { parameters: {}, documented: [] }
};
const predicted: RunEvent = { type: 'predicted', variant: 'wide', predictions: [], refusals: [] };
const measuring: RunEvent = { type: 'stage', stage: 'measure' };
const started = { type: 'started' } as RunEvent;

const fold = (events: [RunEvent, number][]) =>
	timesOf(events.reduce((timing, [event, at]) => afterEvent(timing, event, at), taken(1000)));

test('the stages of a run are timed separately', () => {
	expect(
		fold([
			[started, 1004],
			[{ type: 'waiting', position: 1 }, 1100],
			[predicted, 1200],
			[measuring, 1500],
			[point, 1600],
			[predicted, 1650],
			[point, 1900]
		])
	).toEqual({ pickUpMs: 4, inspectMs: 646, toCoreMs: 496, measureMs: 400 });
});

test('a run that is only inspected was not measured', () => {
	expect(
		fold([
			[started, 1004],
			[predicted, 1200]
		])
	).toEqual({ pickUpMs: 4, inspectMs: 196 });
});

test('an inspection lasts until its last event, of whichever stage', () => {
	const inspected = { type: 'inspected' } as RunEvent;
	const counted = { type: 'counted' } as RunEvent;
	expect(
		fold([
			[started, 1004],
			[inspected, 1050],
			[counted, 1060],
			[inspected, 1070],
			[predicted, 1075],
			[counted, 1090],
			[predicted, 1120]
		])
	).toEqual({ pickUpMs: 4, inspectMs: 116 });
	expect(
		fold([
			[started, 1004],
			[inspected, 1050],
			[predicted, 1060],
			[counted, 1090]
		])
	).toEqual({ pickUpMs: 4, inspectMs: 86 });
	expect(
		fold([
			[started, 1004],
			[inspected, 1050]
		])
	).toEqual({ pickUpMs: 4, inspectMs: 46 });
});

test('a run that ends before its runner sent an event has no stages', () => {
	expect(fold([[{ type: 'cancelled' }, 1001]])).toEqual({});
});

test('waiting for all cores is not measuring yet', () => {
	expect(
		fold([
			[started, 1001],
			[{ type: 'stage', stage: 'measure', notice: 'It waits.' }, 1100],
			[measuring, 1300],
			[point, 1400]
		])
	).toEqual({ pickUpMs: 1, toCoreMs: 299, measureMs: 100 });
});
