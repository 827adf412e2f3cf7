/**
 * Which of an exercise's statements hold here. Judged by intervals, never by single numbers, and never by differences
 * smaller than the exercise asks for or the runner can measure. Browser-safe.
 */
import type { Facts, PairClaim, CodeClaim } from '@cyclelab/exercises/schema';
import type { ClaimResult } from '@cyclelab/contract/schema/verdicts';
import { judgeRatio } from './ratio-claim.ts';
import {
	type JudgedReport,
	boundsText,
	expectedOf,
	lies,
	onHold,
	onMiss,
	type Verdict
} from '@cyclelab/contract/measure/verdict';
import { unmeasured } from '@cyclelab/contract/measure/cost';
import { otherName, placeName, pointAt, samePlace } from '@cyclelab/contract/measure/place';
import { percent } from '@cyclelab/contract/measure/sentence-numbers';
import type { Interval, Measured } from '@cyclelab/contract/schema/measurement';
import { longerOf } from '@cyclelab/contract/measure/sample-cost';
import { effectiveNumber, z } from '@cyclelab/contract/measure/statistics';
import { look } from './code-pattern.ts';

/** About time and meters, then code, then single measurements. */
export function judgeClaims(facts: Facts, report: JudgedReport): ClaimResult[] {
	return [
		...facts.claims.map((claim) => judgeRatio(facts, claim, report)),
		...judgeCodes(facts, report),
		...facts.pairClaims.map((claim) => judgePairs(facts, claim, report))
	];
}

/** Judges the claims that need no measurement: about executed instructions and machine code. */
export function judgeInspection(facts: Facts, report: JudgedReport): ClaimResult[] {
	return [
		...facts.claims
			.filter(({ measure }) => measure === 'instructions')
			.map((claim) => judgeRatio(facts, claim, report)),
		...judgeCodes(facts, report)
	];
}

const judgeCodes = (facts: Facts, report: JudgedReport) =>
	facts.codeClaims.flatMap((claim) => judgeCode(facts, claim, report) ?? []);

/** Ticks per iteration of the longer call of each sample, by process. Only ratios of them mean something. */
function singles({ raw, processes }: Pick<Measured, 'raw' | 'processes'>): number[][] {
	return Array.from({ length: processes }, (_, process) =>
		raw
			.filter((sample) => sample.process === process)
			.map((sample) => sample.ticks[1] / longerOf(sample))
	);
}

/**
 * Share of all pairs, one of each side, of which the smaller is less than the larger by the part `apart` or more; with its
 * 95 % interval (Wilson 1927). Such a share varies no more than one over as many pairs as the shorter side has independent
 * values (Hoeffding 1963, section 5), and those are counted as the median's interval counts them (`effectiveNumber`), on
 * what each value contributes. Pairs of a side with itself are of different values.
 */
export function shareApart(
	of: readonly (readonly number[])[],
	to: readonly (readonly number[])[],
	apart: number
): Interval {
	const itself = of === to;
	/** With how many of the others each value forms a pair that differs. */
	const contributions = (from: typeof of, others: typeof of) => {
		const all = others.flat();
		return from.map((group) =>
			group.map((one) => all.filter((other) => areApart(one, other, apart)).length)
		);
	};
	const ours = contributions(of, to);
	const sides = itself ? [ours] : [ours, contributions(to, of)];
	const values = ours.flat();
	const partners = to.flat().length - (itself ? 1 : 0);
	const share = values.reduce((sum, one) => sum + one, 0) / (values.length * partners);
	const independent = Math.min(...sides.map(effectiveNumber)) / (itself ? 2 : 1);
	return wilson(share, independent);
}

const areApart = (one: number, other: number, apart: number) =>
	Math.min(one, other) <= (1 - apart) * Math.max(one, other);

function wilson(share: number, n: number): Interval {
	const shrunk = 1 + z ** 2 / n;
	const centre = (share + z ** 2 / (2 * n)) / shrunk;
	const half = (z / shrunk) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
	return {
		median: share,
		low: Math.min(share, Math.max(0, centre - half)),
		high: Math.max(share, Math.min(1, centre + half))
	};
}

function judgePairs(facts: Facts, claim: PairClaim, report: JudgedReport): ClaimResult {
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

/** Undefined where the claim is about code for another processor. */
function judgeCode(facts: Facts, claim: CodeClaim, report: JudgedReport): ClaimResult | undefined {
	if (claim.target !== report.target) return undefined;
	const { id, statement, of, code } = claim;
	const result = { id, statement, measure: 'code', expected: {} };
	const variant = report.variants.find((variant) => variant.id === of.variant);
	const name = placeName(facts, { variant: of.variant, parameters: {} });
	const looked =
		variant && look(variant, code.where === 'all' ? `the code of ${name}` : name, code);
	if (looked)
		return {
			...result,
			verdict: looked.met ? 'reproduced' : 'not-here',
			sentence: looked.sentence
		};
	const why = variant?.failure?.title ?? variant?.uncounted;
	const what = variant && variant.functions.length > 0 ? 'no loop was found' : 'there is no code';
	return {
		...result,
		verdict: 'not-measured',
		sentence: `Of ${name} ${what}${why === undefined ? '.' : `: ${why}`}`
	};
}
