/** A job with kernels as the variants of an exercise. */
import type { Claim, Facts } from '@cyclelab/exercises/schema';
import type { Job } from '@cyclelab/contract/schema/job';
import { jobFor } from '../../integration/job/job-bench.ts';

export type Variant = { name: string; label: string; source: string };

/** @param change e.g. the language, or which stages are wanted */
export function jobOf(
	run: string,
	variants: readonly Variant[],
	change: Partial<Omit<Job, 'facts' | 'variants'>> & { claims?: readonly Claim[] } = {}
): Job {
	const { claims, ...others } = change;
	const [first] = variants;
	if (!first) throw new Error('a job needs a variant');
	const { facts, ...job } = jobFor(first.source, others);
	const place = { variant: first.name, parameters: {} };
	const ours: Facts = {
		...facts,
		baseline: first.name,
		variants: variants.map(({ name, label }) => ({ id: name, label, claim: 'None.' })),
		question: { ...facts.question, of: place, to: place },
		claims: claims ? [...claims] : facts.claims.map((claim) => ({ ...claim, of: place, to: place }))
	};
	return {
		...job,
		run,
		facts: ours,
		variants: variants.map(({ name, source }) => ({ id: name, edited: false, source }))
	};
}
