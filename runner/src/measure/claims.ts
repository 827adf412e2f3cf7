/**
 * Which of an exercise's statements hold here. Judged by intervals, never by single numbers, and never by differences
 * smaller than the exercise asks for or the runner can measure. Browser-safe.
 */
import type { Facts } from '@cyclelab/exercises/schema';
import type { ClaimResult } from '@cyclelab/contract/schema/verdicts';
import { judgeCode } from './code-claim.ts';
import { judgePairs } from './pair-claim.ts';
import { judgeRatio } from './ratio-claim.ts';
import type { JudgedReport } from '@cyclelab/contract/measure/verdict';

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
