/**
 * What a learner has chosen and edited on one exercise's page, and the exercise's facts for the chosen
 * language. Kept in the browser, never on the server.
 */
import type { Exercise, Facts, Language, Target } from '@cyclelab/exercises/schema';
import { sourceOf, factsIn } from '@cyclelab/exercises/facts-in';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import type { Report } from '@cyclelab/contract/schema/report';
import type { RunRequest } from './api.ts';
import { choose, flagsIn, type Choice, type Offer, type Wish } from './choice.ts';
import { isFleeting, keep, load } from '../ui/storage.ts';
import { rowOfCode } from './language-facts.ts';

/**
 * Sources that a link opens in place of the exercise's: a loop of the self-test, or the code of a run. What a learner writes
 * of them is kept apart, by their id.
 */
export interface Opened {
	id: string;
	language: Language;
	/** By variant. */
	sources: Readonly<Record<string, string>>;
	/** The page's address has the text, also as it is changed, so the browser's storage need not. */
	inAddress?: true;
}

const editsOf = (opened: Opened | undefined): Record<string, string> =>
	Object.fromEntries(
		Object.entries(opened?.sources ?? {}).map(([id, text]) => [`${opened?.language}/${id}`, text])
	);

export class Workspace {
	#exercise: Exercise;
	#loop: Opened | undefined;
	/** The code of the run that the address names, unless it is what the learner has written here. */
	#ofRun = $state.raw<Opened>();
	#wishes: readonly Wish[];
	#factsOf: Record<string, Facts> = {};
	/** Edited sources by "language/variant"; a variant that equals its original is not in it. */
	#edits = $state<Record<string, string>>({});
	readonly offer: Offer;
	choice = $state.raw<Choice>({ language: 'c', compiler: 'clang-22', target: 'x86-64' });
	/** Variants of free play that were opened; the baseline always is. */
	#opened = $state.raw<readonly string[]>([]);
	/** Adds the sweep that sources of free play declare (`own-sweep.ts`), once that part is loaded. */
	withSweep = $state.raw((facts: Facts, _sources: readonly string[]) => facts);
	/** The exercise's facts for the chosen language and target; of free play with the kernels that there are so far. */
	facts = $derived.by(() => {
		const facts = this.factsFor(this.choice);
		if (!facts.free) return facts;
		const isThere = (id: string) =>
			id === facts.baseline || this.#opened.includes(id) || this.isEdited(id);
		const variants = facts.variants.filter(({ id }) => isThere(id));
		return this.withSweep(
			{ ...facts, variants },
			variants.map(({ id }) => this.source(id))
		);
	});
	/** The next variant of free play that can be opened. */
	unopened = $derived.by(() =>
		this.factsFor(this.choice).variants.find(
			({ id }) => !this.facts.variants.some((variant) => variant.id === id)
		)
	);

	/**
	 * @param wishes first the address's, then the choice of the run that the address names
	 * @param loop of the self-test, which the address opens
	 * @param ofRun the code of the run that the address names
	 */
	constructor(
		exercise: Exercise,
		offer: Offer,
		wishes: readonly Wish[],
		loop?: Opened,
		ofRun?: Opened
	) {
		this.#exercise = exercise;
		this.#loop = loop;
		this.#ofRun = ofRun;
		this.#edits = { ...editsOf(loop), ...editsOf(ofRun) };
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

	/** The facts of a report: of free play with the sweep that its sources declare. */
	factsOf(report: Report): Facts {
		const facts = this.factsFor(report);
		if (!facts.free) return facts;
		const sources = report.variants.map(({ source }) => source);
		return this.withSweep({ ...facts, variants: this.facts.variants }, sources);
	}

	/** To be called in the browser: takes up what was kept there. */
	read() {
		if (this.#ofRun) this.#show(this.#ofRun);
		else this.#edits = this.#keptEdits();
		const { language } = choose(this.offer, [...this.#wishes, { language: load('language') }]);
		const compiler = load(`compiler:${language}`);
		const flags = load(this.#flagsPlace(language));
		this.choice = choose(this.offer, [...this.#wishes, { language, compiler, flags }]);
	}

	/** The editor shows the code of the run that the address names; what the learner wrote here before is kept. */
	get showsRun(): boolean {
		return this.#ofRun !== undefined;
	}

	/** All code of free play, for a link. */
	get linkedCode() {
		const { language, compiler, target, flags = '' } = this.choice;
		const sources = this.facts.variants.map(({ id }) => [id, this.source(id)]);
		return { language, compiler, target, flags, sources: Object.fromEntries(sources) };
	}

	/** Something differs from what the page is given. */
	get isChanged(): boolean {
		return (
			this.choice.flags !== undefined || this.facts.variants.some(({ id }) => this.isEdited(id))
		);
	}

	/** Opens the code of a link. The learner's own text is kept. */
	openLinked({ sources, ...wish }: Wish & Pick<Opened, 'sources'>) {
		this.choice = choose(this.offer, [wish, this.choice]);
		const ids = this.#rowsIn(this.language);
		const known = Object.entries(sources).filter(([id]) => ids.includes(id));
		this.#show({
			id: 'link',
			language: this.language,
			sources: Object.fromEntries(known),
			inAddress: true
		});
	}

	/** Shows sources, unless they are what the learner has written here. */
	#show(opened: Opened) {
		this.#ofRun = undefined;
		const here = this.#keptEdits();
		const isOwn = this.#rowsIn(opened.language).every((id) => {
			const key = `${opened.language}/${id}`;
			const given = this.given(id, { language: opened.language, target: this.target });
			return (here[key] ?? given) === (opened.sources[id] ?? given);
		});
		if (!isOwn) this.#ofRun = opened;
		this.#edits = this.#keptEdits();
	}

	/** Back from the code of a run to what the learner wrote here. */
	leaveRun() {
		this.#ofRun = undefined;
		this.#edits = this.#keptEdits();
	}

	/** What the browser keeps, else what a link opens, by "language/variant". */
	#keptEdits(): Record<string, string> {
		const opened = editsOf(this.#ofRun ?? this.#loop);
		return Object.fromEntries(
			this.offer.languages.flatMap((language) =>
				this.#rowsIn(language).flatMap((id) => {
					const key = `${language}/${id}`;
					const place = this.#placeOf(key);
					const text = (place && load(place)) ?? opened[key];
					return text === undefined ? [] : [[key, text]];
				})
			)
		);
	}

	/** Sets a part of the choice and remembers it; a new language brings the compiler last used for it. */
	choose(part: Wish & Partial<Omit<Choice, 'compiler'>>) {
		const used = part.language && {
			compiler: load(`compiler:${part.language}`),
			flags: load(this.#flagsPlace(part.language)) ?? ''
		};
		this.choice = choose(this.offer, [part, used ?? {}, this.choice]);
		keep('language', this.language);
		keep(this.#flagsPlace(this.language), this.choice.flags);
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
		const place = this.#placeOf(key);
		if (place) keep(place, changed ? text : undefined);
	}

	/** @param key language/variant */
	#placeOf(key: string): string | undefined {
		const { slug } = this.#exercise;
		if (this.#ofRun?.inAddress) return undefined;
		const opened = this.#ofRun ?? this.#loop;
		const of = opened ? `${slug}~${opened.id}` : slug;
		return `source:${of}:${key.replace('/', ':')}`;
	}

	#flagsPlace(language: Language): string {
		return `flags:${this.#exercise.slug}:${language}`;
	}

	/** Edits that the browser refused to store: they are lost with the page. */
	get isUnsaved(): boolean {
		return Object.keys(this.#edits).some((key) => {
			const place = this.#placeOf(key);
			return place !== undefined && isFleeting(place);
		});
	}

	/** Opens one more variant of free play. */
	open(variant: string) {
		this.#opened = [...this.#opened, variant];
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
			...(this.choice.flags ? { flags: flagsIn(this.choice.flags) } : {}),
			// On the learner's own bench what was not touched is of no interest.
			...(this.facts.free ? { variants: this.facts.variants.map(({ id }) => id) } : {}),
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

	/** The layout of a text by its language's formatter. */
	formatting(variant: string, text: string): RunRequest {
		return { ...this.inspection(variant), sources: { [variant]: text }, stages: ['format'] };
	}
}
