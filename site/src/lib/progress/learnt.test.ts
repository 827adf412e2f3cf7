import type { ClaimResult } from '@cyclelab/contract/schema/verdicts';
import { expect, test } from 'vitest';
import { reportOf, variantReport } from '../../../fixtures/examples.ts';
import { keepable } from '../attempts/attempts.svelte.ts';
import { learntFrom } from './learnt.ts';

const claim = (id: string, verdict: ClaimResult['verdict']): ClaimResult => ({
	id,
	statement: `Statement ${id}.`,
	measure: 'time',
	expected: {},
	verdict,
	sentence: 'S.'
});
const runOf = (run: string, edited: boolean, claims: ClaimResult[]) =>
	keepable(reportOf([variantReport('add', { edited })], { run, claims }), undefined);
const cycle = { slug: 'cycle', title: 'Cycle' };

test('what was learnt is what the newest run of the exercise’s own code reproduced', () => {
	const runs = [
		runOf('edited', true, [claim('a', 'reproduced')]),
		runOf('inspected', false, []),
		runOf('newest', false, [claim('b', 'reproduced'), claim('c', 'not-here')]),
		runOf('oldest', false, [claim('d', 'reproduced')])
	];
	expect(learntFrom([cycle], runs, { cycle: 'ran' })).toEqual([
		{ ...cycle, statements: ['Statement b.'], processor: 'AMD Zen 5' }
	]);
});

test('an exercise that is not done, or whose runs reproduced nothing, is not listed', () => {
	const shown = [runOf('r', false, [claim('a', 'reproduced')])];
	expect(learntFrom([cycle], shown, { cycle: 'predicted' })).toEqual([]);
	expect(
		learntFrom([cycle], [runOf('r', false, [claim('a', 'too-noisy')])], { cycle: 'ran' })
	).toEqual([]);
	expect(learntFrom([cycle], [], { cycle: 'passed' })).toEqual([]);
});
