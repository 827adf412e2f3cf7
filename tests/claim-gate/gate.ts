/**
 * Whether the claims of an exercise can fail: each is judged, by the code that judges real reports, on made-up ones. Pure.
 *
 * A claim of a difference must hold at its effect, and must not hold where both places cost the same, where the effect is
 * turned round, and (unless it gives a reason) at a fifth of the effect. A claim that two places cost the same must hold where
 * they do, and must not hold at the ratio that a reader with the wrong idea expects. No claim follows from arithmetic alone
 * (`arithmetic.ts`).
 */
import type { Claim, CodeClaim, Facts, PairClaim } from '../../exercises/src/schema.ts';
import { judgeClaims } from '../../runner/src/measure/claims.ts';
import type { JudgedReport } from '@cyclelab/contract/measure/verdict';
import { arithmeticIn } from './arithmetic.ts';
import { documentedRatios, reportWithCode, reportWithRatio } from './made-up.ts';

/** A fault of one claim, as a sentence for its author. */
export type Complaint = { claim: string; sentence: string };

/** @param facts for one language and one target (`factsIn`) */
export function complaintsAbout(facts: Facts): Complaint[] {
	return [
		...facts.claims.flatMap((claim) =>
			complaintsAboutRatio(facts, claim).map((sentence) => ({ claim: claim.id, sentence }))
		),
		...facts.codeClaims.flatMap((claim) =>
			complaintsAboutCode(facts, claim).map((sentence) => ({ claim: claim.id, sentence }))
		),
		...facts.pairClaims.flatMap((claim) =>
			complaintsAboutPairs(claim).map((sentence) => ({ claim: claim.id, sentence }))
		)
	];
}

/** Whether equal costs are within the bounds. */
const isOfEquality = ({ atLeast = 0, atMost = Infinity }: Claim) => atLeast <= 1 && atMost >= 1;

/** A fifth of a difference: of 6 times as long, twice as long; of a sixth, half. */
export const fifthOf = (ratio: number) =>
	ratio > 1 ? 1 + (ratio - 1) / 5 : 1 / (1 + (1 / ratio - 1) / 5);

/** Ratios are rounded to three digits in sentences. */
const shown = (ratio: number) => Number(ratio.toPrecision(3));

function complaintsAboutRatio(facts: Facts, claim: Claim): string[] {
	const holdsAt = (ratio: number) => holds(facts, claim.id, reportWithRatio(claim, ratio));
	const effects = claim.effect ? [claim.effect.ratio] : documentedRatios(facts, claim);
	return [
		...(isOfEquality(claim)
			? complaintsAboutEquality(claim, effects, holdsAt)
			: complaintsAboutDifference(claim, effects, holdsAt)),
		...arithmeticIn(facts, claim)
	];
}

function complaintsAboutEquality(
	{ effect, ifWrong }: Claim,
	effects: readonly number[],
	holdsAt: (ratio: number) => boolean
): string[] {
	const expected = effect?.ratio ?? 1;
	const wrong = ifWrong ? [ifWrong.ratio] : effects.filter((ratio) => !holdsAt(ratio));
	return [
		...(holdsAt(expected) ? [] : [`it does not hold at the ratio it expects, ${shown(expected)}`]),
		...(wrong.length > 0
			? []
			: ['it names no ratio that would refute it: add ifWrong, with the idea that leads there']),
		...wrong
			.filter(holdsAt)
			.map((ratio) => `it holds at ${shown(ratio)} as well, the ratio that should refute it`)
	];
}

function complaintsAboutDifference(
	{ because }: Claim,
	effects: readonly number[],
	holdsAt: (ratio: number) => boolean
): string[] {
	const effect = effects.find(holdsAt);
	const none = effects.length === 0 ? 'it names no effect: add effect, with its source' : undefined;
	if (none) return [none, ...(holdsAt(1) ? ['it holds where nothing differs'] : [])];
	if (effect === undefined)
		return [`it does not hold at its own effect, ${effects.map(shown).join(' or ')}`];
	return [
		...(holdsAt(1) ? ['it holds where nothing differs'] : []),
		...(holdsAt(1 / effect)
			? [`it holds where the effect is turned round, ${shown(1 / effect)}`]
			: []),
		...(holdsAt(fifthOf(effect)) && because === undefined
			? [
					`it holds at ${shown(fifthOf(effect))}, a fifth of its effect (${shown(effect)}): raise the bound, or say in because which machine needs it`
				]
			: [])
	];
}

/** Code that every loop may have, and that no claim is about. */
const ordinaryLoop: Record<CodeClaim['target'], readonly string[]> = {
	'x86-64': ['inc rcx', 'cmp rcx, rdi', 'jne 0x1000'],
	arm64: ['add x1, x1, #1', 'cmp x1, x0', 'b.ne 0x1000']
};

function complaintsAboutCode(facts: Facts, claim: CodeClaim): string[] {
	const { code, refutedBy, target } = claim;
	const holdsOf = (texts: readonly string[]) =>
		holds(facts, claim.id, reportWithCode(claim, texts));
	const ordinary = ordinaryLoop[target];
	return [
		...(code.has !== undefined && holdsOf(ordinary) ? ['it holds of an empty loop'] : []),
		...(code.lacks !== undefined && refutedBy === undefined
			? ['it names no instruction that would refute it: add refutedBy']
			: []),
		...(refutedBy !== undefined && holdsOf([...ordinary, refutedBy])
			? [`it holds of code with “${refutedBy}”, which should refute it`]
			: [])
	];
}

function complaintsAboutPairs({ atLeast = 0, atMost = 1 }: PairClaim): string[] {
	return atLeast <= 0 && atMost >= 1 ? ['it holds whatever share of the pairs differs'] : [];
}

const holds = (facts: Facts, id: string, seen: JudgedReport) =>
	judgeClaims(facts, seen).find((result) => result.id === id)?.verdict === 'reproduced';
