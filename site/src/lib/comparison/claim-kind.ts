/** The subject of a claim that is not about time, in words. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { ClaimResult } from '@cyclelab/contract/schema/verdicts';

const claimOf = {
	instructions: 'executed instructions',
	code: 'machine code',
	pairs: 'pairs of single samples'
} as const;

interface ClaimKind {
	/** Absent for time, which claims are nearly always about. */
	of: string | undefined;
	/** Observed is a share of pairs and not a ratio. */
	isShare: boolean;
}

export function claimKind(facts: Facts, { id, measure }: ClaimResult): ClaimKind {
	const { code, pairs, instructions } = claimOf;
	const about = (of: string | undefined, isShare = false) => ({ of, isShare });
	if (facts.pairClaims.some((claim) => claim.id === id)) return about(pairs, true);
	if (facts.codeClaims.some((claim) => claim.id === id)) return about(code);
	if (measure === 'time') return about(undefined);
	if (measure === 'instructions') return about(instructions);
	return about(facts.meters.find((meter) => meter.id === measure)?.label ?? measure);
}
