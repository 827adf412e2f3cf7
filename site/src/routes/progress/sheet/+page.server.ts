import { sheetFacts, type SheetExercise } from '#lib/progress/sheet.ts';
import { readsOf } from '#lib/server/reads.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = ({ platform }) => {
	const reads = readsOf(platform);
	const exercises: SheetExercise[] = reads.exercises.flatMap(({ slug, title, free }) => {
		const facts = reads.exercise(slug)?.facts;
		return facts
			? { slug, title, free, challenge: facts.challenge !== undefined, facts: sheetFacts(facts) }
			: [];
	});
	return { exercises };
};
