/** The summary sentence of a report. Browser-safe. */
import type { Facts, Place } from '@cyclelab/exercises/schema';
import type { ClaimResult } from '../schema/verdicts.ts';
import type { Report } from '../schema/report.ts';
import { amountText, comparisonWords, costAt } from './cost.ts';
import { otherName, placeName, pointAt, samePlace } from './place.ts';
import { speedsOf } from './ratio.ts';
import { isChanged, isOfOtherCompiler } from './verdict.ts';
import { ofOwn } from './own-summary.ts';
import { between, bytes, cycles, eitherOf, nanoseconds, times, whole } from './sentence-numbers.ts';

/**
 * About the claim that answers the learner's question, else the first one. `report.claims` and `report.knees` must be
 * filled. Undefined when nothing was measured.
 */
export function summarise(facts: Facts, report: Report): string | undefined {
	if (report.failure) return `No verdict: ${lowerFirst(report.failure.title)}`;
	const claim = askedClaim(facts);
	const judged = judgedClaim(facts, report);
	if (!judged) return facts.free ? ofOwn(facts, report) : undefined;
	const { observed, measure } = judged;
	if (judged.verdict === 'not-measured' || (!observed && judged.verdict === 'too-noisy'))
		return unmeasured(facts, report, judged);
	const cost = claim && costAt(facts, report, claim.of, measure);
	// Code, pairs, and amounts of which one is nothing: the claim's own sentence is used.
	if (!claim || !observed || !cost || 'verdict' in cost)
		return `${opening(report, judged)}: ${judged.sentence}`;
	const { verb, again, by } = comparisonWords(facts, measure);
	const amount = costText(facts, report, claim.of, measure, cost.median);
	const isSingle = [claim.of, claim.to].every(
		(place) => speedsAt(report, place, measure).length === 0
	);
	const what = `${placeName(facts, claim.of)} ${verb} ${amount}${by} here`;
	if (judged.verdict === 'too-noisy')
		return `No verdict: ${what}, but the interval of the ratio is too wide or too close to the claim.`;
	const ratioText = isSingle
		? times(observed.median)
		: `${between(observed).replace(/^, /, '')} times`;
	const ratio = `${ratioText} ${again} ${otherName(facts, claim)}`;
	const found = measure === 'time' ? steps(facts, report, claim.of) : '';
	const missed = judged.verdict !== 'reproduced' && isChanged(claim, report);
	return `${missed ? 'With your change' : opening(report, judged)}: ${what}, ${ratio}${found}.`;
}

/** The claim that answers the learner's question, else the first one. */
function askedClaim({ question, claims }: Facts) {
	const asked = claims.filter(({ measure }) => measure === question.measure);
	return (
		asked.find(({ of, to }) => samePlace(of, question.of) && samePlace(to, question.to)) ??
		// "A quarter of the time" answers "how many times longer".
		asked.find(({ of, to }) => samePlace(of, question.to) && samePlace(to, question.of)) ??
		claims[0]
	);
}

/** How the claim turned out that the sentence is about. */
export function judgedClaim(facts: Facts, report: Report): ClaimResult | undefined {
	const claim = askedClaim(facts);
	// An exercise may claim nothing about ratios in a language, only about code or single measurements.
	return claim ? report.claims.find(({ id }) => id === claim.id) : report.claims[0];
}

function unmeasured(facts: Facts, report: Report, judged: ClaimResult): string | undefined {
	const failure = report.variants
		.flatMap((variant) => [variant.failure, ...variant.points.map((point) => point.failure)])
		.find((candidate) => candidate !== undefined);
	if (failure) {
		const label = facts.variants.find(({ id }) => id === failure.variant)?.label;
		return `No verdict${label === undefined ? '' : ` for “${label}”`}: ${lowerFirst(failure.title)}`;
	}
	const measured = report.variants.some((variant) => variant.points.length > 0);
	return measured ? `No verdict: ${judged.sentence}` : undefined;
}

function opening(report: Report, { verdict }: ClaimResult): string {
	const { length } = report.claims;
	const others = report.claims.filter((claim) => claim.verdict !== 'reproduced');
	switch (verdict) {
		case 'reproduced':
			if (others.length === 0) return 'Reproduced';
			// A claim about other processors takes nothing from what holds on this one.
			return others.every((claim) => claim.verdict === 'not-here') && !isOfOtherCompiler(report)
				? `Reproduced, ${others.length} of ${length} claims not on this processor`
				: `Reproduced in part, ${length - others.length} of ${length} claims`;
		case 'contradicted':
			return 'Contradicted';
		case 'not-here': {
			const { compiler } = report.toolchain;
			return isOfOtherCompiler(report)
				? `Not so with ${compiler} here`
				: `Not so on ${report.runner.host.processor}`;
		}
		case 'too-noisy':
		case 'not-measured':
			return 'No verdict';
	}
}

/** Of time in the exercise's unit. */
function costText(facts: Facts, report: Report, place: Place, measure: string, median: number) {
	if (measure !== 'time') return amountText(facts, measure, median);
	const speeds = speedsAt(report, place, measure);
	const measured = pointAt(report.variants, place)?.measured;
	if (facts.unit === 'ns' && measured)
		return speeds.length > 0
			? eitherOf(speeds.map((speed) => speed / measured.clockGHz)).concat(' ns')
			: nanoseconds(measured.nsPerIteration.median);
	return speeds.length > 0 ? `${eitherOf(speeds)} cycles` : cycles(median);
}

/** Several speeds of a place, cycles per iteration; empty where one number holds. */
function speedsAt(report: Report, place: Place, measure: string): number[] {
	const measured = measure === 'time' ? pointAt(report.variants, place)?.measured : undefined;
	return measured ? speedsOf(measured) : [];
}

/** Where the work grows with the parameter, a step may be one of the work, which a sentence without room for that must not name. */
function steps(facts: Facts, report: Report, { variant }: Place): string {
	if (facts.sweep?.changesWork) return '';
	const values = report.knees
		.filter((knee) => knee.variant === variant)
		.map(({ from }) => (facts.sweep?.unit === 'bytes' ? bytes(from) : whole(from)));
	if (values.length === 0) return '';
	return `, with ${values.length === 1 ? 'a step' : 'steps'} after ${list(values)}`;
}

function list(words: string[]): string {
	return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function lowerFirst(sentence: string): string {
	return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
