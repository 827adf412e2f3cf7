/** How far a learner is with an exercise's challenge. Kept in the browser, never on the server. */
import type { Language } from '@cyclelab/exercises/schema';
import { keep, load } from '../ui/storage.ts';

export class Attempt {
	#slug: string;
	/** Hints opened, from the first. */
	hints = $state(0);
	/** The learner asked for the solution and confirmed. */
	asking = $state(false);
	shown = $state(false);
	passed = $state(false);
	/** Results, and the explanation, were looked at. */
	compared = $state(false);
	explained = $state(false);
	/** By language: the learner's own text, while the solution stands in the editor. */
	#own = $state<Record<string, string>>({});

	constructor(slug: string) {
		this.#slug = slug;
	}

	/**
	 * To be called in the browser: takes up what was kept there.
	 * @param languages those the exercise is written in
	 */
	read(languages: readonly Language[] = []) {
		for (const language of languages) {
			const own = load(this.#ownKey(language));
			if (own !== undefined) this.#own[language] = own;
		}
		const hints = Number(load(`hints:${this.#slug}`));
		if (Number.isInteger(hints) && hints > 0) this.hints = hints;
		this.shown = load(`solution:${this.#slug}`) === 'shown';
		this.passed = load(passedKey(this.#slug)) === 'yes';
		this.compared = load(`compared:${this.#slug}`) === 'yes';
		this.explained = load(`read:${this.#slug}`) === 'yes';
	}

	/** Opens a hint; hints are opened one by one. */
	open(at: number) {
		if (at !== this.hints) return;
		this.hints = at + 1;
		keep(`hints:${this.#slug}`, String(this.hints));
	}

	ask() {
		this.asking = true;
	}

	notYet() {
		this.asking = false;
	}

	show() {
		this.asking = false;
		this.shown = true;
		keep(`solution:${this.#slug}`, 'shown');
	}

	hide() {
		this.shown = false;
		keep(`solution:${this.#slug}`, undefined);
	}

	/** The learner's source while the editor shows the solution. */
	own(language: Language): string | undefined {
		return this.#own[language];
	}

	/** Keeps the learner's own text while the solution takes its place. */
	putAside(language: Language, text: string) {
		this.#own[language] = text;
		keep(this.#ownKey(language), text);
	}

	#ownKey(language: Language) {
		return `own:${this.#slug}:${language}`;
	}

	compare() {
		if (this.compared) return;
		this.compared = true;
		keep(`compared:${this.#slug}`, 'yes');
	}

	explain() {
		this.explained = true;
		keep(`read:${this.#slug}`, 'yes');
	}

	pass() {
		this.passed = true;
		keep(passedKey(this.#slug), 'yes');
	}
}

/** Key of `ui/storage.ts`: "yes" once the challenge was passed; the home page reads it too. */
export const passedKey = (slug: string) => `passed:${slug}`;
