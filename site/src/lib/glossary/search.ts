/** Finds terms by words of their name or text. Pure. */
import type { Term } from './terms.ts';

/** Lower case, and `µ` as the `u` that a keyboard has. */
const plain = (text: string) => text.toLowerCase().replaceAll('µ', 'u');

/**
 * The terms that contain every word of a query, in any order and as parts of words too. An empty query finds all.
 * @param all the terms by id
 */
export function matching<Id extends string>(
	all: Readonly<Record<Id, Term>>,
	query: string
): ReadonlySet<Id> {
	const words = plain(query)
		.split(/\s+/)
		.filter((word) => word !== '');
	const ids = Object.keys(all) as Id[];
	const contains = (id: Id) => {
		const text = plain(`${all[id].name} ${all[id].text}`);
		return words.every((word) => text.includes(word));
	};
	return new Set(ids.filter(contains));
}
