/** Whether single measurements of two places differ as often as a claim expects. Browser-safe. */
import type { Facts, PairClaim } from '@cyclelab/exercises/schema';
import type { ClaimResult } from '@cyclelab/contract/schema/verdicts';
import { unmeasured } from '@cyclelab/contract/measure/cost';
import { shareApart, singles } from './pairs.ts';
import { otherName, placeName, pointAt, samePlace } from '@cyclelab/contract/measure/place';
import { percent } from '@cyclelab/contract/measure/sentence-numbers';
import {
	boundsText,
	expectedOf,
	lies,
	onHold,
	onMiss,
	type JudgedReport,
	type Verdict
} from '@cyclelab/contract/measure/verdict';

export function judgePairs(facts: Facts, claim: PairClaim, report: JudgedReport): ClaimResult {
	const { id, statement, apart } = claim;
	const result = { id, statement, measure: 'pairs', expected: expectedOf(claim) };
	const of = pointAt(report.variants, claim.of)?.measured;
	const to = pointAt(report.variants, claim.to)?.measured;
	if (!of || !to) return { ...result, ...unmeasured(facts, report, of ? claim.to : claim.of) };
	const ours = singles(of);
	const observed = shareApart(ours, samePlace(claim.of, claim.to) ? ours : singles(to), apart);
	const places = samePlace(claim.of, claim.to)
		? `both of ${placeName(facts, claim.of)}`
		: `one of ${placeName(facts, claim.of)} and one of ${otherName(facts, claim)}`;
	const seen = `Of all pairs of single calls, ${places}, ${percent(observed.median)} differ by ${percent(apart)} or more, between ${percent(observed.low)} and ${percent(observed.high)}`;
	const expected = `${boundsText(claim, percent)}`;
	const verdicts: Record<ReturnType<typeof lies>, () => [Verdict, string]> = {
		within: () => onHold(claim, report, expected),
		across: () => ['too-noisy', `: too wide to say whether it is ${expected}`],
		outside: () => onMiss(claim, report, expected)
	};
	const [verdict, why] = verdicts[lies(observed, claim)]();
	return { ...result, observed, verdict, sentence: `${seen}${why}.` };
}
