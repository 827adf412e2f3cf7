/** The words after `npm run snapshot:delete`. Pure. */
import { accepted, refused, type Checked } from '../../shared/checked.ts';

export const usage = 'npm run snapshot:delete -- <id or address> ...   # deletes shared runs';

/** The ids of the shared runs, unless a word is not the id or the address of one. */
export function idsIn(words: readonly string[]): Checked<string[]> {
	if (words.length === 0) return refused('Which shared run? Give its address.');
	const ids: string[] = [];
	for (const word of words) {
		const id = /^(?:https?:\/\/[^/]+)?(?:(?:\/embed)?\/s\/)?([A-Za-z0-9_-]{22})(?:[.?#/].*)?$/.exec(
			word
		)?.[1];
		if (id === undefined)
			return refused(`${JSON.stringify(word)} is not the address of a shared run.`);
		ids.push(id);
	}
	return accepted(ids);
}
