/**
 * What a learner has chosen and edited on one exercise's page, and the exercise's facts for the chosen
 * language. Kept in the browser, never on the server.
 */
import type { Exercise, Facts, Language, Target } from '@cyclelab/exercises/schema';
import { sourceOf, factsIn } from '@cyclelab/exercises/facts-in';
import type { Compiler } from '@cyclelab/runner/schema/compiler';
import type { RunRequest } from './api.ts';
import { choose, type Choice, type Offer, type Wish } from './choice.ts';
import { isFleeting, keep, load } from '../ui/storage.ts';
import { rowOfCode } from './language-facts.ts';

/** Sources in C that a link opens in place of the exercise's own. What a learner writes of them is kept apart, by their id. */
export interface Opened {
	id: string;
	title: string;
	/** By variant. */
	sources: Readonly<Record<string, string>>;
}

export class Workspace {
	#exercise: Exercise;
	#opened: Opened | undefined;
	#wishes: readonly Wish[];
	#factsOf: Record<string, Facts> = {};
	/** Edited sources by "language/variant"; a variant that equals its original is not in it. */
	#edits = $state<Record<string, string>>({});
	readonly offer: Offer;
	choice = $state.raw<Choice>({ language: 'c', compiler: 'clang-22', target: 'x86-64' });
	/** The exercise's facts for the chosen language and target. */
	facts = $derived.by(() => this.factsFor(this.choice));

	/** @param wishes first the address's, then the choice of the run that the address names */
	constructor(exercise: Exercise, offer: Offer, wishes: readonly Wish[], opened?: Opened) {
		this.#exercise = exercise;
		this.#opened = opened;
		this.#wishes = wishes;
		this.offer = offer;
		this.choice = choose(offer, wishes);
	}

	get language(): Language {
		return this.choice.language;
	}

	get compiler(): Compiler {
		return this.choice.compiler;
	}

	get target(): Target {
		return this.choice.target;
	}

	/** The exercise's facts for any of its languages and targets. */
	factsFor({ language, target }: Pick<Choice, 'language' | 'target'>): Facts {
		return (this.#factsOf[`${language}/${target}`] ??= factsIn(
			this.#exercise.facts,
			language,
			target
		));
	}

	/** To be called in the browser: takes up what was kept there. */
	read() {
		for (const language of this.offer.languages)
			for (const id of this.#rowsIn(language)) {
				const given = language === 'c' ? this.#opened?.sources[id] : undefined;
				const kept = load(this.#placeOf(`${language}/${id}`)) ?? given;
				if (kept !== undefined) this.#edits[`${language}/${id}`] = kept;
			}
		const { language } = choose(this.offer, [...this.#wishes, { language: load('language') }]);
		const compiler = load(`compiler:${language}`);
		this.choice = choose(this.offer, [...this.#wishes, { language, compiler }]);
	}

	/** Sets a part of the choice and remembers it; a new language brings the compiler last used for it. */
	choose(part: Partial<Choice>) {
		const used = part.language && load(`compiler:${part.language}`);
		this.choice = choose(this.offer, [part, { compiler: used }, this.choice]);
		keep('language', this.language);
		// Where compilers run side by side none was chosen.
		if (!this.offer.together[this.language]) keep(`compiler:${this.language}`, this.compiler);
	}

	original(variant: string): string {
		return this.given(variant, this) ?? '';
	}

	/** The exercise's own source of a variant in a language; undefined if it has none. */
	given(variant: string, where: { language: Language; target: Target }): string | undefined {
		const found = this.factsFor(where).variants.find(({ id }) => id === variant);
		return found && this.#exercise.sources[where.language]?.[sourceOf(found)];
	}

	source(variant: string): string {
		return this.#edits[`${this.language}/${variant}`] ?? this.original(variant);
	}

	isEdited(variant: string): boolean {
		return `${this.language}/${variant}` in this.#edits;
	}

	edit(variant: string, text: string) {
		const key = `${this.language}/${variant}`;
		const changed = text !== this.original(variant);
		if (changed) this.#edits[key] = text;
		else delete this.#edits[key];
		keep(this.#placeOf(key), changed ? text : undefined);
	}

	/** @param key language/variant */
	#placeOf(key: string): string {
		const { slug } = this.#exercise;
		const of = this.#opened ? `${slug}~${this.#opened.id}` : slug;
		return `source:${of}:${key.replace('/', ':')}`;
	}

	/** Edits that the browser refused to store: they are lost with the page. */
	get isUnsaved(): boolean {
		return Object.keys(this.#edits).some((key) => isFleeting(this.#placeOf(key)));
	}

	reset(variant: string) {
		this.edit(variant, this.original(variant));
	}

	/** The request for a run of all variants with the edits; for another target, with the edits of the same code. */
	request(target = this.target): RunRequest {
		const { slug } = this.#exercise;
		const rows = this.factsFor({ language: this.language, target }).variants;
		const edited = rows.flatMap((row) => {
			const from = target === this.target ? row.id : rowOfCode(this.facts, row)?.id;
			return from !== undefined && this.isEdited(from) ? [[row.id, this.source(from)]] : [];
		});
		return {
			exercise: slug,
			language: this.language,
			compiler: this.compiler,
			target,
			// On the learner's own bench what was not touched is of no interest.
			...(this.facts.free
				? { variants: [this.facts.baseline, ...edited.flatMap(([id = []]) => id)] }
				: {}),
			sources: Object.fromEntries(edited)
		};
	}

	/** Asks for the limits of the variant's hot loop. All models are asked, as of a measured run: its answer is known. */
	explanation(variant: string, runner: string): RunRequest {
		return { ...this.inspection(variant), models: 'all', explain: variant, runner };
	}

	#rowsIn(language: Language): string[] {
		const all = this.offer.targets.map((target) => this.factsFor({ language, target }));
		return all.flatMap(({ variants }) => variants.map(({ id }) => id));
	}

	/** The assembly only; of one variant while it is being edited. */
	inspection(variant?: string, target = this.target): RunRequest {
		const request: RunRequest = { ...this.request(target), stages: ['inspect'], models: 'host' };
		if (variant === undefined) return request;
		return {
			...request,
			variants: [variant],
			sources: this.isEdited(variant) ? { [variant]: this.source(variant) } : {}
		};
	}
}
