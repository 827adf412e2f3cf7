/** Links words of a lesson to their entries in the glossary, which a page shows beside the word. */
import { terms } from '../glossary/all-terms.ts';
import { groups, placeOf, type TermId } from '../glossary/terms.ts';

/** What lessons call these terms besides their names in the glossary. */
const others: Partial<Record<TermId, readonly string[]>> = {
	ports: ['port'],
	uops: ['µop'],
	subnormal: ['subnormal'],
	tlb: ['translation lookaside buffer'],
	atomic: ['atomic'],
	'branch-prediction': ['branch predictor'],
	'store-forwarding': ['store-to-load forwarding']
};
/** Words that a story also uses in another sense. */
const ambiguous: ReadonlySet<TermId> = new Set(['call', 'page', 'vector', 'ports', 'model']);

const namesOf = (id: TermId) => [terms[id].name, ...(others[id] ?? [])];
const byName = new Map(
	(Object.keys(terms) as TermId[]).flatMap((id) =>
		namesOf(id).flatMap((name) => [name, `${name}s`].map((one) => [one.toLowerCase(), id] as const))
	)
);
/** Terms of hardware. Figures in an entry could be the answer to a story's question. */
const ofStories = [...groups.core, ...groups.memory].filter(
	(id) => !ambiguous.has(id) && terms[id].source === undefined
);
const plain = new RegExp(
	`(?<![\\w-])(?:${ofStories
		.flatMap(namesOf)
		.toSorted((a, b) => b.length - a.length)
		.join('|')})s?(?![\\w-])`,
	'gi'
);
const link = (id: TermId, html: string) =>
	`<a href="${placeOf(id)}" aria-haspopup="dialog">${html}</a>`;

/** Terms in italics: a lesson introduces them there. */
export const linkItalics = (html: string): string =>
	html.replaceAll(/<em>([^<]*)<\/em>/g, (all, words: string) => {
		const id = byName.get(words.toLowerCase());
		return id === undefined ? all : link(id, all);
	});

/** The first use of each term in a story, which comes before the lesson. `linked`: in the parts before. */
export function linkFirstUses(html: string, linked: Set<TermId>): string {
	return html
		.split(/(<(a|code|pre|h\d)\b.*?<\/\2>|<[^>]+>)/s)
		.flatMap((part, at) => {
			if (at % 3 === 2) return [];
			if (at % 3 === 1) return [part];
			const text = part.replaceAll(plain, (words) => {
				const id = byName.get(words.toLowerCase());
				if (id === undefined || linked.has(id)) return words;
				linked.add(id);
				return link(id, words);
			});
			return [text];
		})
		.join('');
}
