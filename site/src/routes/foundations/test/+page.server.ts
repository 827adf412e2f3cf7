import { error } from '@sveltejs/kit';
import { readsOf } from '#lib/server/reads.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ platform }) => {
	const reads = readsOf(platform);
	const selfTest = reads.selfTest;
	if (!selfTest)
		error(
			404,
			'This site has no self-test. Add the folder exercises/loops and start the site again.'
		);
	const titles = reads.exercises.map(({ slug, title }): [string, string] => [slug, title]);
	return { ...selfTest, titles: Object.fromEntries(titles) };
};
