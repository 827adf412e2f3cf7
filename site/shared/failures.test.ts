import { defined } from '@cyclelab/contract/defined';
import { expect, test } from 'vitest';
import type { Facts } from '@cyclelab/exercises/schema';
import type { Failure } from '@cyclelab/contract/schema/failure';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';
import { variantReport } from '../fixtures/examples.ts';
import { failureLine, failuresOf } from './failures.ts';

const facts = { variants: [{ id: 'walk', label: 'Walk', claim: 'C.' }] } satisfies Partial<Facts>;
const noisy = (accepted: number): Failure => ({
	kind: 'too-noisy',
	stage: 'measure',
	accepted,
	attempted: 22,
	title: `The machine was too busy: ${accepted} of 22.`,
	hint: 'Run it again in a moment.'
});
const variant = (points: Failure[], failure?: Failure) =>
	variantReport('walk', {
		points: points.map((point, i) => ({
			parameters: { size: i },
			documented: [],
			failure: point
		})),
		...defined({ failure })
	});
const report = (variant: VariantReport): Pick<Report, 'variants' | 'failure'> => ({
	variants: [variant]
});

test('a failing variant is named', () => {
	expect(failuresOf(facts, report(variant([], noisy(3))))).toEqual([
		{ failure: noisy(3), label: 'Walk' }
	]);
});

test('points that fail alike are one notice', () => {
	expect(failuresOf(facts, report(variant([noisy(3), noisy(4)])))).toEqual([
		{ failure: noisy(3), label: 'Walk, at 2 points' }
	]);
});

test('where points of several variants fail alike, the notice counts them all', () => {
	const both = { variants: [variant([noisy(3)]), { ...variant([noisy(4)]), id: 'run' }] };
	const labels = [...facts.variants, { id: 'run', label: 'Run', claim: 'C.' }];
	expect(failuresOf({ variants: labels }, both)).toEqual([
		{ failure: noisy(3), label: 'At 2 points' }
	]);
});

test('without a run nothing failed', () => {
	expect(failuresOf(facts, undefined)).toEqual([]);
});

test('a variant and its only failing point say the same thing once', () => {
	expect(failuresOf(facts, report(variant([noisy(3)], noisy(3))))).toEqual([
		{ failure: noisy(3), label: 'Walk' }
	]);
});

test('in one line a failure names its place, what happened and one thing to try', () => {
	const labelled = { failure: noisy(3), label: 'Walk' };
	expect([failureLine(labelled), failureLine({ ...labelled, label: '' })]).toEqual([
		'Walk: The machine was too busy: 3 of 22. Run it again in a moment.',
		'The machine was too busy: 3 of 22. Run it again in a moment.'
	]);
});
