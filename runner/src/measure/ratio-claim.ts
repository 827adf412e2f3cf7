/** Whether a ratio of two places is within a claim's bounds: by time, executed instructions, or a meter. Browser-safe. */
import type { Claim, Facts } from '@cyclelab/exercises/schema';
import type { ClaimResult } from '@cyclelab/contract/schema/verdicts';
import type { Interval } from '@cyclelab/contract/schema/measurement';
import { amountText, comparisonWords, costAt, precisionOf } from '@cyclelab/contract/measure/cost';
import { otherName, placeName } from '@cyclelab/contract/measure/place';
import { floorWords, isSame, ratioOfAmounts, settled } from '@cyclelab/contract/measure/ratio';
import { between, percent, times } from '@cyclelab/contract/measure/sentence-numbers';
import {
	boundsText,
	expectedOf,
	isChanged,
	lies,
	onHold,
	onMiss,
	type JudgedReport,
	type Verdict
} from '@cyclelab/contract/measure/verdict';

export function judgeRatio(facts: Facts, claim: Claim, report: JudgedReport): ClaimResult {
	const { id, statement, measure } = claim;
	const result = { id, statement, measure, expected: expectedOf(claim) };
	const changed = isChanged(claim, report);
	const of = costAt(facts, report, claim.of, measure, changed);
	if ('verdict' in of) return { ...result, ...of };
	const to = costAt(facts, report, claim.to, measure, changed);
	if ('verdict' in to) return { ...result, ...to };
	const ratio = ratioOfAmounts(of, to);
	const seen =
		ratio && isFinite(ratio.high) && to.low > 0 && of.low > 0
			? ratioWords(facts, claim, ratio)
			: amountWords(facts, claim, of, to);
	if (!ratio)
		return {
			...result,
			verdict: 'too-noisy',
			sentence: `${seen}: too near to nothing for a ratio.`
		};
	const precision = precisionOf(facts, report, measure, claim.smallestEffect);
	const [verdict, why] = verdictOn(claim, ratio, report, precision);
	return {
		...result,
		...(isFinite(ratio.high) ? { observed: ratio } : {}),
		verdict,
		sentence: `${seen}${why}.`
	};
}

/** "“A” takes 2.1 times as long as “B”, between 2.0 and 2.2". */
function ratioWords(facts: Facts, claim: Claim, ratio: Interval): string {
	const { verb, as, by } = comparisonWords(facts, claim.measure);
	return `${placeName(facts, claim.of)} ${verb} ${times(ratio.median)} ${as} ${otherName(facts, claim)}${by}${between(ratio)}`;
}

/** Where one of the two is, or may be, nothing. */
function amountWords(facts: Facts, claim: Claim, of: Interval, to: Interval): string {
	const { verb, by } = comparisonWords(facts, claim.measure);
	const amountOf = ({ median, low, high }: Interval) => {
		const [middle, least, most] = [median, low, high].map((one) =>
			amountText(facts, claim.measure, one)
		);
		return low === high ? middle : `${middle} (${least} to ${most})`;
	};
	return `${placeName(facts, claim.of)} ${verb} ${amountOf(of)}, ${otherName(facts, claim)} ${amountOf(to)}${by}`;
}

/** The verdict, and how the sentence about the ratio goes on. */
function verdictOn(
	claim: Claim,
	ratio: Interval,
	report: JudgedReport,
	{ smallest, floor, least: measurable }: ReturnType<typeof precisionOf>
): [Verdict, string] {
	const { atLeast: least = 0, atMost: most = Infinity } = claim;
	const expected = boundsText(claim);
	const same = isSame(ratio, measurable);
	if (same && (least > 1 || most < 1) && least < 1 + measurable && most > 1 / (1 + measurable))
		return [
			'too-noisy',
			`: ${expected} is less than the ${percent(measurable)} that can be measured`
		];
	switch (lies(settled(ratio, { smallest, floor }), claim)) {
		case 'within':
			return onHold(claim, report, expected);
		case 'across':
			return [
				'too-noisy',
				lies(ratio, claim) === 'across'
					? `: too wide to say whether it is ${expected}`
					: `: too close to say whether it is ${expected}, since ${floorWords(report.runner.noiseFloor, floor)}`
			];
		case 'outside':
			return onMiss(claim, report, expected);
	}
}
