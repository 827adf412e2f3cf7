import { readsOf } from '$lib/server/reads.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ platform }) => {
	const reads = readsOf(platform);
	const runners = reads.runners();
	const histories = await Promise.all(
		runners.map(async ({ id }) => [id, (await reads.calibrations(id)) ?? []] as const)
	);
	return { runners, histories: Object.fromEntries(histories), now: Date.now() };
};
