import { error } from '@sveltejs/kit';
import { selfTestWords } from '$lib/progress/self-test-words.ts';
import { readsOf } from '$lib/server/reads.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ platform }) => {
	const reads = readsOf(platform);
	const selfTest = reads.selfTest();
	if (!selfTest) error(404, selfTestWords.absent);
	const titles = reads.exercises().map(({ slug, title }): [string, string] => [slug, title]);
	return { ...selfTest, titles: Object.fromEntries(titles) };
};
