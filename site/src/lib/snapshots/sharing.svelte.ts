/** Makes runs permanent; holds the page's note about it. */
import type { Run } from '../run/run.svelte.ts';
import { notCopied } from '../ui/clipboard.ts';
import { unreachable, type share } from '../run/api.ts';

export interface SharingParts {
	share: typeof share;
	/** To the clipboard; false if there is none, or it refuses. */
	copy: (text: string) => Promise<boolean>;
	/** The whole address of a path on this site. */
	addressOf: (path: string) => string;
}

export class Sharing {
	#parts: SharingParts;
	/** Where the runs are kept, or why they are not: a sentence. */
	note = $state<string>();
	/** The addresses of the pages that were made, without an ending. */
	pages = $state.raw<readonly string[]>([]);
	/** What a run of free play is called on its page; empty: as the page is. */
	title = $state('');

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
		const { share, addressOf } = this.#parts;
		try {
			const pages = await Promise.all(
				ids.map((id) =>
					share(id, {
						...(explained !== undefined && id === first ? { explained } : {}),
						...(this.title === '' ? {} : { title: this.title })
					})
				)
			);
			const urls = pages.map(({ page }) => addressOf(page));
			this.pages = urls;
			const note = `Permanent ${urls.length > 1 ? 'pages' : 'page'}: ${urls.join(' ')}`;
			this.note = (await this.#parts.copy(urls.join('\n'))) ? `Copied. ${note}` : note;
		} catch (error) {
			this.note = error instanceof Error ? error.message : unreachable;
		}
	}

	/** Copies a text, which the note names. */
	async copy(name: string, text: string) {
		this.note = (await this.#parts.copy(text)) ? `Copied: ${name}.` : notCopied;
	}

	/** Removes the note and the pages, which are about runs that the page no longer shows. */
	forget() {
		this.note = undefined;
		this.pages = [];
	}
}
