import { expect, test } from 'vitest';
import { movedOf, pointsOf, sentenceOf, stepsOf } from './stage-line.ts';
import { factsOf, pointOf, reportOf, variantReport } from '../../../fixtures/examples.ts';

const facts = factsOf('Store forwarding', { word: 'One word', bytes: 'Four bytes' });
const run = {
	state: 'running' as const,
	position: undefined,
	waitMs: undefined,
	coreWait: undefined,
	stage: undefined,
	variant: undefined,
	connected: true,
	report: undefined,
	notice: undefined,
	movedFrom: undefined
};

test('the sentence about a run that moves names both runners while the run continues', () => {
	const report = reportOf([]);
	const moved = { ...run, busy: true, movedFrom: 'alpha', report };
	expect([
		movedOf({ ...moved, movedFrom: undefined }),
		movedOf({ ...moved, state: 'queued' }),
		movedOf(moved),
		movedOf({ ...moved, movedFrom: report.runner.id }),
		movedOf({ ...moved, busy: false, state: 'finished' }),
		sentenceOf({ ...moved, state: 'queued' }, facts)
	]).toEqual([
		undefined,
		'The runner alpha stopped. The run is back in the queue and will start again.',
		`Moved from alpha to another runner: ${report.runner.id} starts the run again.`,
		`The runner ${report.runner.id} is back and starts the run again.`,
		undefined,
		''
	]);
});

test('every state of a run has its sentence', () => {
	expect([
		sentenceOf({ ...run, state: 'queued', position: 1 }, facts),
		sentenceOf({ ...run, state: 'queued', position: 3, waitMs: 8000 }, facts),
		sentenceOf({ ...run, state: 'queued', notice: 'No runner is connected.' }, facts),
		sentenceOf({ ...run, stage: 'compile', variant: 'bytes' }, facts),
		sentenceOf({ ...run, stage: 'compile', notice: 'That takes a minute.' }, facts),
		sentenceOf({ ...run, coreWait: 2 }, facts),
		sentenceOf({ ...run, stage: 'measure', variant: 'word' }, facts),
		sentenceOf({ ...run, connected: false }, facts),
		sentenceOf({ ...run, state: 'cancelled' }, facts)
	]).toEqual([
		'In the queue: next.',
		'In the queue: number 3. The wait is about 8 s.',
		'No runner is connected.',
		'Compiling “Four bytes”.',
		'Compiling the sources. That takes a minute.',
		'Waiting for the measuring core: number 2 in the queue.',
		'Measuring.',
		'The connection is lost. The run goes on; looking for the site again.',
		'Cancelled. Nothing was kept.'
	]);
});

test('linking is a part of compiling', () => {
	expect(stepsOf('link', false).map(({ is }) => is)).toEqual([
		'now',
		'to come',
		'to come',
		'to come',
		'to come'
	]);
});

test('places that are still measured are not counted as measured', () => {
	const point = pointOf(2);
	const report = reportOf([
		variantReport('word', { points: [point] }),
		variantReport('bytes', { points: [{ ...point, ongoing: true }] })
	]);
	expect(pointsOf({ report }, facts)).toEqual({ done: 1, all: 2 });
});
