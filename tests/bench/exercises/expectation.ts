/** The expected outcome of a claim on a processor, and the comparison with the runs. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { ClaimResult } from '@cyclelab/contract/schema/verdicts';
import { ascending, median } from '@cyclelab/contract/measure/statistics';
import { ratioText, percent } from '@cyclelab/contract/measure/sentence-numbers';

type Expectation = 'reproduced' | 'not-here' | 'open';

/** Part of the runs that must have the expected outcome. */
export const enough = 0.8;

/** @param facts the exercise's facts for the run's language; @param cpu LLVM's name of the measuring processor */
export function expectedOf(facts: Facts, claim: string, cpu: string): Expectation {
	if (facts.codeClaims.some(({ id }) => id === claim)) return 'reproduced';
	const found = [...facts.claims, ...facts.pairClaims].find(({ id }) => id === claim);
	if (found?.absentOn.includes(cpu)) return 'not-here';
	if (found?.seenOn.includes(cpu)) return 'reproduced';
	// Instruction counts are the same on every processor.
	return found && 'measure' in found && found.measure === 'instructions' ? 'reproduced' : 'open';
}

/** Undefined without an expectation. */
export function cameOut(
	expected: Expectation,
	results: readonly Pick<ClaimResult, 'verdict'>[],
	times: number
): boolean | undefined {
	if (expected === 'open') return undefined;
	return results.filter(({ verdict }) => verdict === expected).length >= enough * times;
}

/** "5x reproduced", "4x reproduced, 1x too-noisy": the most frequent first. */
export function verdictsText(results: readonly Pick<ClaimResult, 'verdict'>[]): string {
	const counted = Map.groupBy(results, ({ verdict }) => verdict);
	return [...counted]
		.sort(([, a], [, b]) => b.length - a.length)
		.map(([verdict, all]) => `${all.length}x ${verdict}`)
		.join(', ');
}

/** Median of the runs' medians, and the lowest and the highest of them. */
export function observedText(
	results: readonly Pick<ClaimResult, 'measure' | 'observed'>[]
): string {
	const medians = ascending(results.flatMap(({ observed }) => observed?.median ?? []));
	const [low, high] = [medians[0], medians.at(-1)];
	if (low === undefined || high === undefined) return '';
	const say = results[0]?.measure === 'pairs' ? percent : ratioText;
	const [middle, least, most] = [median(medians), low, high].map(say);
	return least === most ? `${middle}` : `${middle} (${least} to ${most})`;
}
