/** How a page of code shares its window: whether the story is folded away, and whether code alone fills the window. */
import { keep, load } from './storage.ts';

export class Layout {
	#place: string;
	#works: () => boolean;
	/** The reader's own choice; without one the story folds away while one works. */
	#choice = $state<'folded' | 'shown'>();
	/** Source and assembly fill the window, below the run controls. */
	full = $state(false);
	folded = $derived.by(() => (this.#choice ? this.#choice === 'folded' : this.#works()));

	/**
	 * @param slug the exercise: the choice is kept for each, because the story of the next one is to be read
	 * @param works whether somebody works with the code now
	 */
	constructor(slug: string, works: () => boolean) {
		this.#place = `story:${slug}`;
		this.#works = works;
	}

	/** To be called in the browser: takes up what was kept there. */
	read() {
		const kept = load(this.#place);
		if (kept === 'folded' || kept === 'shown') this.#choice = kept;
	}

	toggleStory() {
		this.#choice = this.folded ? 'shown' : 'folded';
		keep(this.#place, this.#choice);
	}
}
