import { readsOf } from '#lib/server/reads.ts';
import type { SiteReads } from '../../../server/http/reads.ts';
import type { PageServerLoad } from './$types';

/** What a score needs of the self-test. */
const loopsOf = (reads: SiteReads) =>
	reads.selfTest?.loops.map(({ id, choices }) => ({ id, choices })) ?? [];

/** What is needed to choose loops of earlier lessons. */
const transferOf = (reads: SiteReads) =>
	reads.transfer?.loops.map(({ id, title, choices, teaches }) => ({
		id,
		title,
		choices,
		teaches
	})) ?? [];

export const load: PageServerLoad = ({ platform }) => {
	const reads = readsOf(platform);
	return {
		tracks: reads.tracks,
		exercises: reads.exercises,
		loops: loopsOf(reads),
		transfer: transferOf(reads)
	};
};
