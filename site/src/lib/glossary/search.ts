/** Finds entries, such as terms of the glossary, by words of their name or text. Pure. */

/** Lower case, and `µ` as the `u` that a keyboard has. */
const plain = (text: string) => text.toLowerCase().replaceAll('µ', 'u');

/**
 * The ids of the entries that contain every word of a query, in any order, also as parts of longer words. An empty query
 * matches all entries.
 */
export function idsMatching<Id extends string>(
	entries: Readonly<Record<Id, { name: string; text: string }>>,
	query: string
): ReadonlySet<Id> {
	const words = plain(query)
		.split(/\s+/)
		.filter((word) => word !== '');
	const ids = Object.keys(entries) as Id[];
	const contains = (id: Id) => {
		const text = plain(`${entries[id].name} ${entries[id].text}`);
		return words.every((word) => text.includes(word));
	};
	return new Set(ids.filter(contains));
}
