import { readsOf } from '#lib/server/reads.ts';
import { runnersFor } from '../../../shared/runners-for.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ platform }) => {
	const reads = readsOf(platform);
	const operator = platform?.req.operator === true;
	const runners = runnersFor(reads.runners(), operator);
	const histories = await Promise.all(
		runners.map(async ({ id }) => [id, (await reads.calibrations(id)) ?? []] as const)
	);
	return { operator, runners, histories: Object.fromEntries(histories), now: Date.now() };
};
