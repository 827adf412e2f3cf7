/** Whether the machine code of a variant has the pattern of a claim. Browser-safe. */
import type { CodeClaim, Facts } from '@cyclelab/exercises/schema';
import type { ClaimResult } from '@cyclelab/contract/schema/verdicts';
import { look } from './code-pattern.ts';
import { placeName } from '@cyclelab/contract/measure/place';
import type { JudgedReport } from '@cyclelab/contract/measure/verdict';

/** Undefined where the claim is about code for another processor. */
export function judgeCode(
	facts: Facts,
	claim: CodeClaim,
	report: JudgedReport
): ClaimResult | undefined {
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
