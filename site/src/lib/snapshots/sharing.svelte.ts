/** Makes runs permanent; holds the page's note about it. */
import type { share } from '../run/api.ts';
import type { Run } from '../run/run.svelte.ts';
import { runWords } from '../run/run-words.ts';
import { sideWords } from '../comparison/side-words.ts';

export interface SharingParts {
	share: typeof share;
	/** To the clipboard; there may be none, or it may refuse. */
	copy: (text: string) => Promise<void> | undefined;
	/** The whole address of a path on this site. */
	addressOf: (path: string) => string;
}

export class Sharing {
	#parts: SharingParts;
	/** Where the runs are kept, or why they are not: a sentence. */
	note = $state<string>();

	constructor(parts: SharingParts) {
		this.#parts = parts;
	}

	/**
	 * Shares the finished runs, and copies their addresses.
	 * @param explained the run with a finding about a loop of the first of them
	 */
	async share(runs: readonly Pick<Run, 'id' | 'state'>[], explained?: string) {
		const ids = runs.flatMap(({ id, state }) => (id && state === 'finished' ? id : []));
		if (ids.length === 0) return;
		const first = runs[0]?.id;
		const { share, copy, addressOf } = this.#parts;
		try {
			const pages = await Promise.all(
				ids.map((id) => share(id, id === first ? explained : undefined))
			);
			const urls = pages.map(({ page }) => addressOf(page));
			await copy(urls.join('\n'))?.catch(() => undefined);
			const { sharedAt } = urls.length > 1 ? sideWords : runWords;
			this.note = sharedAt(urls.join(' '));
		} catch (error) {
			this.note = error instanceof Error ? error.message : runWords.unreachable;
		}
	}

	/** Removes the note, which is about runs that the page no longer shows. */
	forget() {
		this.note = undefined;
	}
}
