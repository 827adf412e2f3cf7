/** Which code recorded figures belong to. Pure. */
import { createHash } from 'node:crypto';
import { factsIn, sourceOf } from './facts-in.ts';
import type { RecordedRun } from './recorded.ts';
import type { Exercise, Language, Target } from './schema.ts';

/** Digest of each variant's source and of the flags that compile it, by the variant's name in this language and architecture. */
export function codeDigests(
	{ facts, sources }: Pick<Exercise, 'facts' | 'sources'>,
	language: Language,
	target: Target
): Map<string, string> {
	const shown = factsIn(facts, language, target);
	return new Map(
		shown.variants.map((variant) => {
			const parts = [sources[language]?.[sourceOf(variant)] ?? '', shown.flags ?? []];
			const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
			return [variant.id, hash.slice(0, 16)];
		})
	);
}

/**
 * The runs without the places whose code has changed since. A number stands beside its own code or not at all; a run of which
 * nothing is left is not shown.
 */
export const currentRuns = (
	exercise: Pick<Exercise, 'facts' | 'sources'>,
	runs: readonly RecordedRun[]
): RecordedRun[] =>
	runs.flatMap((run) => {
		const digests = codeDigests(exercise, run.language, run.target);
		const places = run.places.filter(({ variant, code }) => digests.get(variant) === code);
		return places.length > 0 ? [{ ...run, places }] : [];
	});
