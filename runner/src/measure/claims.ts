/**
 * Which of an exercise's statements hold here. Judged by intervals, never by single numbers, and never by differences
 * smaller than the exercise asks for or the runner can tell. Browser-safe.
 */
import type { Claim, Facts } from '@cyclelab/exercises/schema';
import type { ClaimResult, Interval, Report } from '../schema/report.ts';
import { failureAt, otherName, placeName, pointAt } from './place.ts';
import { atLeastAsWide, floorOf, honestInterval, isSame, ratioOf } from './ratio.ts';
import { factor, percent, times } from './sentence-numbers.ts';

type Seen = Pick<Report, 'variants' | 'runner'>;
type Verdict = ClaimResult['verdict'];

export function judgeClaims(facts: Facts, report: Seen): ClaimResult[] {
	return facts.claims.map((claim) => judge(facts, claim, report));
}

function judge(facts: Facts, claim: Claim, report: Seen): ClaimResult {
	const { id, statement, measure, atLeast, atMost } = claim;
	const expected = {
		...(atLeast === undefined ? {} : { atLeast }),
		...(atMost === undefined ? {} : { atMost })
	};
	const of = pointAt(report.variants, claim.of)?.measured;
	const to = pointAt(report.variants, claim.to)?.measured;
	if (!of || !to)
		return { id, statement, measure, expected, ...unmeasured(facts, claim, report, !of) };

	const observed = ratioOf(honestInterval(of), honestInterval(to));
	const seen =
		`${placeName(facts, claim.of)} takes ${times(observed.median)} as long as ${otherName(facts, claim)}, ` +
		`between ${factor(observed.low)} and ${factor(observed.high)}`;
	const [verdict, why] = verdictOn(claim, observed, report);
	return { id, statement, measure, expected, observed, verdict, sentence: `${seen}${why}.` };
}

function unmeasured(facts: Facts, claim: Claim, { variants }: Seen, isFirst: boolean) {
	const missing = isFirst ? claim.of : claim.to;
	const failure = failureAt(variants, missing);
	const verdict: Verdict = failure?.kind === 'too-noisy' ? 'too-noisy' : 'not-measured';
	const why = failure ? `: ${failure.title}` : '.';
	return { verdict, sentence: `${placeName(facts, missing)} was not measured${why}` };
}

/** The verdict, and how the sentence about the ratio goes on. */
function verdictOn(claim: Claim, ratio: Interval, report: Seen): [Verdict, string] {
	const { runner } = report;
	const [least, most] = [claim.atLeast ?? 0, claim.atMost ?? Infinity];
	const expected = bounds(claim);
	const floor = floorOf(runner.noiseFloor);
	const smallest = Math.max(claim.smallestEffect, floor);

	const same = isSame(ratio, smallest);
	if (same && (least > 1 || most < 1) && least < 1 + smallest && most > 1 / (1 + smallest))
		return ['too-noisy', `: ${expected} is less than the ${percent(smallest)} that can be told`];
	// Nearer to 1 than what counts is 1.
	const judged = same ? { low: 1, high: 1 } : atLeastAsWide(ratio, floor);
	if (judged.low >= least && judged.high <= most)
		return ['reproduced', `; the claim says ${expected}`];
	if (judged.high >= least && judged.low <= most) {
		const isWide =
			ratio.low < least !== ratio.high < least || ratio.low > most !== ratio.high > most;
		return [
			'too-noisy',
			isWide
				? `: too wide to say whether it is ${expected}`
				: `: too close to say whether it is ${expected}, since identical code differs by up to ${percent(floor)} here`
		];
	}
	if (isEdited(report, claim))
		return ['not-here', `, with your change; the claim says ${expected}`];
	return claim.seenOn.includes(runner.microarchitecture)
		? [
				'contradicted',
				`; the claim says ${expected}, and it has been seen to hold on this kind of processor`
			]
		: [
				'not-here',
				`; the claim says ${expected}, which has not been seen on this processor (${runner.host.processor})`
			];
}

function bounds({ atLeast, atMost }: Claim): string {
	if (atLeast === undefined) return `at most ${atMost}`;
	return atMost === undefined ? `at least ${atLeast}` : `${atLeast} to ${atMost}`;
}

function isEdited(report: Seen, { of, to }: Claim): boolean {
	return report.variants.some(
		({ id, edited }) => edited && (id === of.variant || id === to.variant)
	);
}
