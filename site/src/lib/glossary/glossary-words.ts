/** The texts of the glossary's page. The terms' own texts are in `page-terms.ts` and `processor-terms.ts`. */
import { pageTerms } from './page-terms.ts';
import { processorTerms } from './processor-terms.ts';
import type { TermGroup, Term, TermId } from './terms.ts';

export const glossaryWords = {
	text: 'What the terms on these pages mean. Badges and headings link to them.',
	groups: {
		numbers: 'The three numbers',
		measuring: 'Measuring',
		code: 'Code',
		core: 'Inside a core',
		models: 'Models of processors',
		blind: 'What a model cannot see',
		memory: 'Memory and other cores'
	} satisfies Record<TermGroup, string>,
	search: 'Search the glossary',
	found: (count: number, all: number) =>
		count === 0
			? 'No term contains all of these words. Try fewer letters, or another word.'
			: `${count} of ${all} terms`,
	seen: 'Seen in',
	source: (source: string) => `Figures: ${source}.`
} as const;

export const terms: Record<TermId, Term> = { ...pageTerms, ...processorTerms };
