/** Finds exercises and terms by words. Pure. */
import { idsMatching } from '../glossary/search.ts';
import { placeOf, type Term, type TermId } from '../glossary/terms.ts';
import type { ExerciseSummary } from '../../../shared/schema.ts';

export interface Found {
	kind: 'exercise' | 'term';
	name: string;
	text: string;
	href: string;
}

type SearchedExercise = Pick<ExerciseSummary, 'slug' | 'title' | 'summary'>;

/** Exercises first, and of either kind those whose name begins with the query, then those whose name contains it. */
export function find(
	query: string,
	exercises: readonly SearchedExercise[],
	terms: Readonly<Record<TermId, Term>>
): Found[] {
	if (query.trim() === '') return [];
	const bySlug = Object.fromEntries(
		exercises.map(({ slug, title, summary }) => [slug, { name: title, text: summary }])
	);
	const inExercises = [...idsMatching(bySlug, query)].flatMap((slug): Found[] => {
		const found = bySlug[slug];
		return found ? [{ kind: 'exercise', ...found, href: `/exercises/${slug}` }] : [];
	});
	const inTerms = [...idsMatching(terms, query)].map((id): Found => {
		const { name, text } = terms[id];
		return { kind: 'term', name, text, href: placeOf(id) };
	});
	const nearness = ({ name }: Found) => {
		const at = name.toLowerCase().indexOf(query.trim().toLowerCase());
		return at === 0 ? 0 : at > 0 ? 1 : 2;
	};
	const nearest = (all: Found[]) => all.toSorted((a, b) => nearness(a) - nearness(b));
	return [...nearest(inExercises), ...nearest(inTerms)];
}
