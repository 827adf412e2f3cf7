/** The state of an exercise's page: the choice, the edits, the measured run, and the inspection of the edited source. */
import type { Exercise } from '@cyclelab/exercises/schema';
import type { Host } from '@cyclelab/contract/schema/host';
import type { Report, VariantReport } from '@cyclelab/contract/schema/report';
import { findingsFor } from '../../../shared/finding.ts';
import { type RunApi, newId } from './api.ts';
import { LastCompiled, type Compiled } from './compiled.ts';
import {
	isBuiltWith,
	lackOfChoice,
	measuringWith,
	type Choice,
	type Offer,
	type Wish
} from './choice.ts';
import { Debounced } from '../ui/debounced.ts';
import { Later } from '../ui/later.svelte.ts';
import type { PageRunner } from './page-runner.ts';
import { measuringAt, destinationRequest, runnersAt } from './destinations.ts';
import { Guesses } from './guesses.svelte.ts';
import { Run } from './run.svelte.ts';
import { Workspace, type Opened } from './workspace.svelte.ts';

interface SessionData {
	exercise: Exercise;
	offer: Offer;
	/** Compilers whose builds take long: nothing is built with them unasked. */
	slow: readonly string[];
	wishes: readonly Wish[];
	runners: PageRunner[];
	/** The loop of the self-test that the address opens. */
	opened?: Opened | undefined;
	/** The code of the run that the address names. */
	runCode?: Opened | undefined;
}

export class Session {
	#typing = new Debounced();
	#fetchRunners: () => Promise<PageRunner[]>;
	#slow: readonly string[];
	#compiled = new LastCompiled();
	/** The request of the last run that was started here, as text. */
	#sent: string | undefined;
	readonly workspace: Workspace;
	readonly guesses: Guesses;
	readonly run: Run;
	/** The assembly of what is being edited, apart from the measured run. */
	readonly inspection: Run;
	/** Measures what the time of a loop depends on. */
	readonly explanation: Run;
	/** Lays out a source by its language's formatter. */
	readonly formatting: Run;
	readonly flagRules = new Later(() => import('./flag-rules.ts'));
	#connected = $state.raw<PageRunner[]>([]);
	/** The connected runners; each measures only targets for which it has the chosen compilers. */
	runners = $derived.by(() => {
		const { offer, choice } = this.workspace;
		return measuringWith(this.#connected, offer, choice);
	});
	canMeasure = $derived.by(() => measuringAt(this.runners, this.workspace.choice).length > 0);
	/** A runner that measures what is chosen takes runs. */
	isServed = $derived.by(() =>
		measuringAt(this.runners, this.workspace.choice).some(({ state }) => state === 'ready')
	);
	/** The code can be built, counted and predicted, though no connected processor can execute it. */
	onlyInspects = $derived.by(
		() => !this.canMeasure && runnersAt(this.runners, this.workspace.choice).length > 0
	);

	constructor(data: SessionData, api: RunApi, fetchRunners: () => Promise<PageRunner[]>) {
		this.#fetchRunners = fetchRunners;
		this.#slow = data.slow;
		const { exercise, offer, wishes, opened, runCode } = data;
		this.workspace = new Workspace(exercise, offer, wishes, opened, runCode);
		this.guesses = new Guesses(data.exercise, () => this.workspace.language);
		this.run = new Run(api);
		this.inspection = new Run(api);
		this.explanation = new Run(api);
		this.formatting = new Run(api);
		this.#connected = data.runners;
	}

	/** To be called in the browser: takes up what was kept there. */
	read() {
		this.workspace.read();
		if (this.workspace.choice.flags) this.flagRules.need();
		this.guesses.read();
	}

	/**
	 * Runs everything that can be done with the code here, to the end.
	 * @param where the runner or kind of processor; by default as chosen
	 */
	async start(
		where: ReturnType<typeof destinationRequest> = destinationRequest(
			this.runners,
			this.workspace.choice
		)
	) {
		this.#typing.cancel();
		this.inspection.leave();
		void this.refresh();
		const asked = this.workspace.request();
		this.#sent = JSON.stringify(asked);
		const request = { ...asked, ...where };
		await this.run.start(
			this.onlyInspects ? { ...request, stages: ['inspect'] } : { ...request, id: newId() }
		);
	}

	/** Whether what the editor holds is no longer what the last run that was started here was asked for. */
	get isChangedSinceStart(): boolean {
		return this.#sent !== undefined && this.#sent !== JSON.stringify(this.workspace.request());
	}

	/**
	 * Builds and predicts what is in the editor, a moment after the last of several changes.
	 * @param sides how many sides are inspected at once
	 */
	inspect(variant: string | undefined, sides = 1) {
		const ask = async () => {
			if (this.workspace.choice.flags) await this.flagRules.loaded();
			// The page explains wrong flags; the server would refuse them.
			if (this.flagsError === undefined)
				await this.inspection.ask(this.workspace.inspection(variant));
		};
		if (this.flagsError === undefined) this.#typing.after(() => void ask(), sides);
	}

	/** Measures what the time of a variant's hot loop depends on, on the runner of the report that is shown. */
	explain(variant: string, { runner }: Report) {
		void this.explanation.start({
			...this.workspace.explanation(variant, runner.id),
			id: newId()
		});
	}

	/** The run with a finding about code of the run that is shown. */
	get explainedRun(): string | undefined {
		const { report } = this.run;
		const { report: found, state } = this.explanation;
		if (!report || !found || state !== 'finished') return undefined;
		return findingsFor(report, found).size > 0 ? found.run : undefined;
	}

	/** Another language, compiler or target: what was looked at is looked at again, unless that takes long. */
	choose(part: Partial<Choice>) {
		// Also while the first inspection waits or is on its way: its answer will be of the choice before.
		const looked =
			this.run.report !== undefined || this.inspection.state !== 'idle' || this.#typing.isWaiting;
		this.workspace.choose(part);
		if (this.workspace.choice.flags) this.flagRules.need();
		this.#typing.cancel();
		if (looked && !this.known && this.#compilesSoon) this.inspect(undefined);
	}

	/** A connected runner has the chosen compiler, which does not take long. */
	get #compilesSoon(): boolean {
		const { choice, offer } = this.workspace;
		return !this.#slow.includes(choice.compiler) && !lackOfChoice(this.runners, offer, choice);
	}

	/** No code of what is chosen was asked for, and it can be compiled soon. */
	get isUnknown(): boolean {
		const isIdle = this.run.state === 'idle' && this.inspection.state === 'idle';
		return isIdle && !this.known && this.#compilesSoon;
	}

	/** Why the chosen flags are refused, a sentence; known once their rules are loaded. */
	get flagsError(): string | undefined {
		const { offer, choice } = this.workspace;
		if (!choice.flags) return undefined;
		return this.flagRules.part?.flagsError(offer, choice);
	}

	/** The newest report of the variant: of its present source and compiler if there is one, else of an earlier source. */
	reportOf(id: string): VariantReport | undefined {
		const reports = [this.inspection.report, this.run.report].filter(
			(report) => report && this.isOfChoice(report)
		);
		return newestOf(reports, id, this.workspace.source(id));
	}

	/** The variant's machine code to show: of its present source or, until that has some, of the last text that compiled. */
	compiledOf(id: string): Compiled | undefined {
		const { language, compiler, target, flags } = this.workspace.choice;
		return this.#compiled.take(
			[language, compiler, target, flags, id].join('/'),
			this.reportOf(id)
		);
	}

	/** Whether a report is of the language and flags that are chosen, and of a target and a compiler: by default the chosen ones. */
	isOfChoice(
		report: Report,
		wanted: Pick<Choice, 'target'> & { compiler?: Choice['compiler'] | undefined } = this.workspace
			.choice
	): boolean {
		const { choice, offer } = this.workspace;
		const { language, target, toolchain } = report;
		return (
			language === choice.language &&
			isBuiltWith(report, choice.flags) &&
			target === wanted.target &&
			(offer.together[language] !== undefined ||
				toolchain.compiler === (wanted.compiler ?? choice.compiler))
		);
	}

	/** Whether a report is of exactly the sources that are in the editor, compiled as chosen. */
	isOfText(report: Report): boolean {
		const { workspace } = this;
		return (
			this.isOfChoice(report) &&
			report.variants.every(({ id, source }) => source === workspace.source(id))
		);
	}

	/** Whether a report is of a runner that is among the chosen ones. */
	isOfDestination({ runner }: Report, { on }: Pick<Choice, 'on'> = this.workspace.choice): boolean {
		return on === undefined || [runner.id, runner.microarchitecture].includes(on);
	}

	/** The machine of the run, or without a run the first that can measure what is chosen. */
	get machine(): Pick<Host, 'processor' | 'caches'> | undefined {
		if (this.run.report) return this.run.report.runner.host;
		const [first] = measuringAt(this.runners, this.workspace.choice);
		return first && { processor: first.processor, caches: first.host.caches };
	}

	/** Some report is of what is chosen. */
	get known(): boolean {
		return [this.run.report, this.inspection.report].some(
			(report) => report && this.isOfChoice(report)
		);
	}

	/** Cores the exercise takes for itself and the most that a runner of the target has, if those are too few. */
	get tooFewCores(): { needed: number; has: number } | undefined {
		const needed = this.workspace.facts.needs.cores;
		const able = measuringAt(this.runners, this.workspace.choice);
		const has = Math.max(...able.map(({ host }) => host.cores));
		return able.length > 0 && has < needed ? { needed, has } : undefined;
	}

	async refresh() {
		this.#connected = await this.#fetchRunners().catch(() => this.#connected);
	}

	/** Stops following; what was started goes on. */
	leave() {
		this.#typing.cancel();
		this.run.leave();
		this.inspection.leave();
		this.explanation.leave();
	}
}

/** The report of a variant's present source, of several from an inspection to the measured run; else any of it. */
export function newestOf(
	reports: readonly (Report | undefined)[],
	id: string,
	source: string | undefined
): VariantReport | undefined {
	const all = reports.flatMap(
		(report) => report?.variants.filter((variant) => variant.id === id) ?? []
	);
	// The measured run knows more than an inspection of the same text.
	return all.findLast((variant) => variant.source === source) ?? all[0];
}
