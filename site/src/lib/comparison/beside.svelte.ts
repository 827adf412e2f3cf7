/** The second side of a page: another target, processor or compiler, with a separate run and inspection. */
import { defined } from '@cyclelab/contract/defined';
import type { Facts, Target } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/contract/schema/report';
import type { RunApi } from '../run/api.ts';
import { LastCompiled, type Compiled } from '../run/compiled.ts';
import { lackOfChoice, type Lack } from '../run/choice.ts';
import { Debounced } from '../ui/debounced.ts';
import { newestOf, type Session } from '../run/session.svelte.ts';
import { destinationRequest } from '../run/destinations.ts';
import { Run } from '../run/run.svelte.ts';
import { rowOfCode } from '../run/language-facts.ts';
import { besideOf, firstOf, requestOf, sameRunner, type BesideWish, type Side } from './sides.ts';

export class Beside {
	#session: Session;
	#byDefault: boolean;
	#wish = $state.raw<BesideWish>();
	#typing = new Debounced();
	#compiled = new LastCompiled();
	readonly run: Run;
	readonly inspection: Run;
	/** What stands beside; undefined where the page shows one side alone. */
	side = $derived.by((): Side | undefined => {
		const { runners, workspace } = this.#session;
		const { choice, offer } = workspace;
		const compilers = offer.together[choice.language] ? [] : offer.compilersOf[choice.language];
		const chosen = { ...choice, targets: offer.targets, compilers };
		const side = besideOf(chosen, this.#wish, this.#byDefault);
		return side?.compiler ? { ...side, on: sameRunner(choice, runners) } : side;
	});
	/** The page's own side. */
	first = $derived.by(() =>
		firstOf(this.#session.workspace.choice, this.side, this.#session.runners)
	);
	busy = $derived.by(() => this.#session.run.busy || (this.side !== undefined && this.run.busy));

	/** @param byDefault whether the exercise opens with both architectures */
	constructor(session: Session, api: RunApi, wish: BesideWish, byDefault: boolean) {
		this.#session = session;
		this.#byDefault = byDefault;
		this.#wish = wish;
		this.run = new Run(api);
		this.inspection = new Run(api);
	}

	/** The exercise's facts for this side's target. */
	get facts(): Facts {
		const { workspace } = this.#session;
		return workspace.factsFor({ language: workspace.language, target: this.#target });
	}

	get #target(): Target {
		return this.side?.target ?? this.#session.workspace.target;
	}

	/** Puts something beside, or takes it away. */
	choose(side: Side | undefined) {
		if (this.run.busy) void this.run.cancel();
		this.inspection.leave();
		this.#wish = side ?? 'none';
		if (side && this.#session.known) this.#inspect(undefined);
	}

	/** Why this side cannot be built now. */
	get lack(): Lack | undefined {
		const { runners, workspace } = this.#session;
		const compiler = this.side?.compiler ?? workspace.compiler;
		const choice = { ...workspace.choice, target: this.#target, compiler };
		return lackOfChoice(runners, workspace.offer, choice);
	}

	/** Runs what is shown: both sides at once, or the page's own alone. */
	async start() {
		const { side, first } = this;
		if (!side) return this.#session.start();
		this.#typing.cancel();
		this.inspection.leave();
		const { runners, workspace } = this.#session;
		await Promise.all([
			this.#session.start(destinationRequest(runners, first)),
			this.lack
				? undefined
				: this.run.start({ ...workspace.request(side.target), ...requestOf(side, runners) })
		]);
	}

	async cancel() {
		await Promise.all([this.#session.run, this.run].map((run) => run.busy && run.cancel()));
	}

	/** Builds and predicts on both sides what is in the editor. */
	inspect(variant: string | undefined) {
		this.#session.inspect(variant, this.side ? 2 : 1);
		if (this.side) this.#typing.after(() => this.#inspect(variant), 2);
	}

	#inspect(variant: string | undefined) {
		const { side } = this;
		if (!side || this.lack) return;
		const { workspace, runners } = this.#session;
		const all = workspace.inspection(undefined, side.target);
		const own = variant === undefined ? undefined : this.rowsOf(variant).map(({ id }) => id);
		void this.inspection.ask({
			...all,
			...requestOf(side, runners),
			stages: ['inspect'],
			...defined({ variants: own })
		});
	}

	/** This side's rows of the code that a row of the first side is of. */
	rowsOf(variant: string): Facts['variants'] {
		const { workspace } = this.#session;
		const own = workspace.facts.variants.find(({ id }) => id === variant);
		return own ? this.facts.variants.filter((row) => rowOfCode({ variants: [own] }, row)) : [];
	}

	/** Whether a report is of what is chosen, for this side. */
	isOwn = (report: Report): boolean => {
		const { side } = this;
		return (
			side !== undefined &&
			this.#session.isOfChoice(report, side) &&
			this.#session.isOfDestination(report, side)
		);
	};

	/** Whether a report is of exactly the sources that are in the editor, for this side. */
	isOfText(report: Report): boolean {
		const { workspace } = this.#session;
		return (
			this.isOwn(report) &&
			report.variants.every(({ id, source }) => {
				const row = this.facts.variants.find((variant) => variant.id === id);
				const own = row && rowOfCode(workspace.facts, row);
				const { language } = workspace;
				return own && workspace.isEdited(own.id)
					? source === workspace.source(own.id)
					: source === workspace.given(id, { language, target: this.#target });
			})
		);
	}

	/** The machine code of one of this side's rows, as `Session.compiledOf`. */
	compiledOf(row: Facts['variants'][number]): Compiled | undefined {
		const { workspace } = this.#session;
		const own = rowOfCode(workspace.facts, row);
		const reports = [this.inspection.report, this.run.report].filter(
			(report) => report && this.isOwn(report)
		);
		const newest = newestOf(reports, row.id, own && workspace.source(own.id));
		const { language, compiler, flags, on = '' } = { ...workspace.choice, ...this.side };
		return this.#compiled.take(
			[language, compiler, this.#target, flags, on, row.id].join('/'),
			newest
		);
	}

	/** Stops following; what was started goes on. */
	leave() {
		this.#typing.cancel();
		this.run.leave();
		this.inspection.leave();
	}
}
