/** The learner's predictions, one for each of an exercise's questions. Kept in the browser, never on the server. */
import type { Exercise, Language } from '@cyclelab/exercises/schema';
import { keep, load } from '../ui/storage.ts';
import { questionKey } from '../../../shared/question.ts';

export class Guesses {
	#exercise: Pick<Exercise, 'slug' | 'facts'>;
	#language: () => Language;
	#values = $state<Record<string, number>>({});
	#committed = $state<Record<string, boolean>>({});
	/** The learner chose to see the results without predicting. */
	skipped = $state(false);
	/** In a workshop the host shows the results to all participants at the same time. */
	held = $state(false);

	/** @param language the chosen language, which decides which question is asked */
	constructor(exercise: Pick<Exercise, 'slug' | 'facts'>, language: () => Language) {
		this.#exercise = exercise;
		this.#language = language;
	}

	/** The prediction, and whether the learner stands by it. */
	get value(): number | undefined {
		return this.#values[this.#keyIn(this.#language())];
	}

	get committed(): boolean {
		return this.#committed[this.#keyIn(this.#language())] ?? false;
	}

	/** Whether the results of a run in a language may be seen. Free play has no prediction. */
	revealedIn(language: Language): boolean {
		if (this.#exercise.facts.free) return true;
		return !this.held && (this.skipped || (this.#committed[this.#keyIn(language)] ?? false));
	}

	/** To be called in the browser: takes up what was kept there. */
	read() {
		for (const key of ['any', ...Object.keys(this.#exercise.facts.questionIn)]) {
			const kept = Number(load(this.#storageKey(key)));
			if (kept > 0) this.#set(key, kept);
		}
	}

	commit(value: number) {
		const key = this.#keyIn(this.#language());
		this.#set(key, value);
		keep(this.#storageKey(key), String(value));
	}

	revise() {
		const key = this.#keyIn(this.#language());
		this.#committed[key] = false;
		keep(this.#storageKey(key), undefined);
	}

	#set(key: string, value: number) {
		this.#values[key] = value;
		this.#committed[key] = true;
	}

	#keyIn(language: Language) {
		return questionKey(this.#exercise.facts, language);
	}

	#storageKey(key: string) {
		return guessKey(this.#exercise.slug, key);
	}
}

/**
 * Key of `ui/storage.ts` for a prediction; the home page reads it too.
 * @param key of the question (`questionKey`)
 */
export const guessKey = (slug: string, key = 'any') =>
	key === 'any' ? `guess:${slug}` : `guess:${slug}:${key}`;
