/** State of an exercise's page: its session, the shown variant, the editor, and which steps the learner has done. */
import { siteAt } from '#lib/ui/base.ts';
import { copied } from '#lib/ui/clipboard.ts';
import { tick } from 'svelte';
import { page } from '$app/state';
import { nextSteps } from '#lib/exercise/flow.ts';
import { Attempt } from '#lib/exercise/attempt.svelte.ts';
import { Attempts } from '#lib/attempts/attempts.svelte.ts';
import { openRunStore } from '#lib/attempts/run-store.ts';
import { Beside } from '#lib/comparison/beside.svelte.ts';
import { besideIn } from '#lib/comparison/sides.ts';
import { codeStart } from '#lib/run/code-start.ts';
import { runApiOf, runners as fetchRunners, share } from '#lib/run/api.ts';
import { wishIn } from '#lib/run/choice.ts';
import { counterpart } from '#lib/run/language-facts.ts';
import { Marks } from '#lib/code/marks.svelte.ts';
import { Session } from '#lib/run/session.svelte.ts';
import { Sharing } from '#lib/snapshots/sharing.svelte.ts';
import { paramsOf, inWorkshop, type AddressParams } from '#lib/ui/address.ts';
import { Layout } from '#lib/ui/layout.svelte.ts';
import { Participant } from '#lib/workshops/participant.svelte.ts';
import { compilesAll, whereOf } from '#lib/workshops/whereabouts.ts';
import type { ShownCode } from '../../../../shared/workshop-people.ts';
import { answer, isAnswerEdited, questionKey } from '../../../../shared/question.ts';
import type { PageData } from './$types';

export class ExerciseState {
	readonly #data: PageData;
	/** Present if the address has a workshop's code: runs are then started with the participant's token. */
	readonly participant: Participant | undefined;
	readonly session: Session;
	readonly attempt: Attempt;
	readonly attempts: Attempts;
	readonly beside: Beside;
	readonly layout: Layout;
	readonly sharing = new Sharing({
		share,
		copy: copied,
		addressOf: (path) => `${siteAt(location)}${path}`
	});
	/** The variant that the learner chose; `selected` is its counterpart in the language that is shown. */
	#wanted = $state('');
	selected = $derived.by(() => counterpart(this.session.workspace.facts, this.#wanted));
	editing = $state(false);
	/** The lines of the source that the address names. */
	readonly marks = new Marks();
	/** The code that the address of free play has is in the editor. */
	isOpened = $state(false);
	/** The learner, or the address, asked for the lesson's explanation. */
	explaining = $state(false);

	/**
	 * The answer to the question of the language that is shown now, by the newest finished run of the exercise's code: edited
	 * code answers another question.
	 */
	measured = $derived.by(() => {
		const { run, workspace } = this.session;
		const { facts } = this.#data.exercise;
		const key = questionKey(facts, workspace.language);
		const reports = [run.shown, ...this.attempts.list.map(({ report }) => report)];
		return reports
			.filter(
				(report) =>
					report?.finishedAt !== undefined &&
					questionKey(facts, report.language) === key &&
					!isAnswerEdited(workspace.factsFor(report), report)
			)
			.map((report) => report && answer(workspace.factsFor(report), report))
			.find((found) => found !== undefined);
	});
	/** The question's answer and the learner's prediction, once they may be seen. */
	answered = $derived.by(() => {
		const { guesses, workspace } = this.session;
		if (!this.measured || !guesses.revealedIn(workspace.language)) return undefined;
		const guess = guesses.committed ? guesses.value : undefined;
		return { measured: this.measured.median, guess };
	});
	/** One of the first exercises, which begin with the answer and fold what explains it. */
	get isFirst(): boolean {
		return this.#data.exercise.facts.track === 'foundations';
	}
	over = $derived.by(() => this.session.run.state === 'finished');
	/** A run that may be seen unfolds what explains it, but not in the first exercises. */
	unfolds = $derived.by(() => {
		const { workspace, guesses } = this.session;
		return !this.isFirst && this.over && guesses.revealedIn(workspace.language);
	});
	/** What the lesson's figures are drawn from; a run whose result is not revealed yet is not part of it. */
	figures = $derived.by(() => {
		const { run, workspace, guesses, machine } = this.session;
		const { report } = run;
		const shown = report && guesses.revealedIn(report.language) ? report : undefined;
		const facts = shown ? workspace.factsFor(shown) : workspace.facts;
		return { drawings: this.#data.drawings, facts, report: shown, machine };
	});
	/** Kept runs of what is chosen, the newest first. */
	kept = $derived.by(() =>
		this.attempts.list
			.map(({ report }) => report)
			.filter((report) => this.session.isOfChoice(report))
	);
	/** Where the bar at the editor leads. */
	next = $derived.by(() => {
		const { exercise, after } = this.#data;
		return nextSteps(this.done, {
			free: exercise.facts.free ?? false,
			after: after && { title: after.title, href: inWorkshop(`/exercises/${after.slug}`, page.url) }
		});
	});
	/** The steps of the exercise that the learner has done. */
	done = $derived.by(() => {
		const { workspace, guesses } = this.session;
		return {
			predicted: guesses.committed || guesses.skipped,
			ran: this.over || this.attempts.list.length > 0,
			revealed: guesses.revealedIn(workspace.language),
			compared: this.attempt.compared || this.beside.side !== undefined,
			read: this.attempt.explained,
			passed: workspace.facts.challenge && this.attempt.passed
		};
	});
	/** A workshop asks the question of the exercise's first language: whether the language that is shown has the same question. */
	asked = $derived.by(() => {
		const { facts } = this.#data.exercise;
		const { language, offer } = this.session.workspace;
		const first = offer.languages[0] ?? language;
		return questionKey(facts, language) === questionKey(facts, first);
	});

	/** The step that a workshop's host sees. */
	where = $derived.by(() =>
		whereOf({
			predicted: this.session.guesses.committed,
			busy: this.session.run.busy,
			over: this.over,
			editing: this.editing
		})
	);
	/** Whether all edited variants compile, for a workshop's host; undefined before the newest text was compiled. */
	compiles = $derived.by(() => {
		const { workspace } = this.session;
		const edited = workspace.facts.variants.filter(({ id }) => workspace.isEdited(id));
		return compilesAll(
			edited.map(({ id }) => ({
				source: workspace.source(id),
				report: this.session.reportOf(id)
			}))
		);
	});

	/** @param searchParams of the address in the browser, which is ahead of the router's once a run or a variant is in it */
	constructor(data: PageData, searchParams: AddressParams) {
		const { exercise, run: known, besideRun: knownBeside } = data;
		this.#data = data;
		const code = searchParams.get('workshop');
		const participant = code ? new Participant(code) : undefined;
		const runApi = runApiOf(() => participant?.token());
		const wishes = [wishIn(searchParams), wishOf(data.runRequest)];
		this.participant = participant;
		this.session = new Session({ ...data, wishes }, runApi, fetchRunners);
		const { run, workspace } = this.session;
		this.attempt = new Attempt(exercise.slug);
		this.attempts = new Attempts(exercise.slug, openRunStore());
		const wish = besideIn(searchParams, workspace.offer.targets);
		this.beside = new Beside(this.session, runApi, wish, data.opensBeside);
		const isFree = exercise.facts.free ?? false;
		this.layout = new Layout(exercise.slug, () => isFree || this.editing);
		this.#wanted = searchParams.get('variant') ?? workspace.facts.baseline;
		if (known?.report) run.show(known.report);
		if (knownBeside?.report) this.beside.run.show(knownBeside.report);
	}

	/** Call it in the browser: restores what the browser keeps, and follows the runs that the address names. */
	read() {
		this.session.read();
		this.layout.read();
		this.readMark();
		this.attempt.read(this.session.workspace.offer.languages);
		this.participant?.enter();
		const {
			exercise,
			follow = madeSince('run'),
			besideFollow = madeSince('beside-run')
		} = this.#data;
		if (follow) void this.session.run.follow(follow);
		if (besideFollow) void this.beside.run.follow(besideFollow);
		const explained = paramsOf(location.search).get('why-run');
		if (explained) void this.session.explanation.follow(explained);
		if (exercise.facts.free) void this.#openBench();
	}

	/** Free play begins with its editor and its assembly, of the code in the address if it has some. */
	async #openBench() {
		const { workspace } = this.session;
		void import('../../../../shared/own-sweep.ts').then(
			({ withOwnSweep }) => (workspace.withSweep = withOwnSweep)
		);
		const fragment = location.hash.slice(1);
		if (fragment.startsWith(codeStart)) {
			const { decodeCode } = await import('#lib/run/code-link.ts');
			const code = await decodeCode(fragment);
			if (code) workspace.openLinked(code);
		}
		this.isOpened = true;
		this.editing = true;
		this.session.inspect(undefined);
	}

	/** Marks the lines that the address names; other fragments lead to the page's sections. */
	readMark() {
		if (isOfSource(location.hash)) this.marks.read(location.hash);
	}

	/** Stops following runs; the site continues them. */
	leave() {
		this.participant?.leave();
		this.session.leave();
		this.beside.leave();
	}

	/** The code that the participant may show on the host's screen. */
	shownCode(): ShownCode {
		const {
			exercise,
			language = this.session.workspace.language,
			sources = {}
		} = this.session.workspace.request();
		return { exercise, language, sources };
	}

	/** Starts the run, of both sides if two are open. A run under way goes on, unless what it was asked for has changed. */
	start() {
		if (this.beside.busy && !this.session.isChangedSinceStart) return;
		this.sharing.forget();
		void this.beside.start();
	}

	look(variant: string) {
		this.#wanted = variant;
		this.marks.clear();
	}

	/** Opens the editor on the challenge's variant, ready to type. */
	async begin(variant: string) {
		this.#wanted = variant;
		this.editing = false;
		await tick();
		this.editing = true;
		this.beside.inspect(variant);
		document.getElementById('inside')?.scrollIntoView({ block: 'start' });
	}
}

/**
 * The id of a run that the browser's address names and the router's does not. That is so after the browser's "back": the page
 * is loaded by the router's address, from before the run was started.
 */
function madeSince(name: string): string | undefined {
	const id = paramsOf(location.search).get(name);
	return id === null || page.url.searchParams.has(name) ? undefined : id;
}

/** Whether a fragment names lines of the source. */
export const isOfSource = (fragment: string): boolean => /^#source=\d/.test(fragment);

function wishOf(request: PageData['runRequest']) {
	const { language, compiler, target, runner, microarchitecture, flags } = request ?? {};
	return { language, compiler, target, on: runner ?? microarchitecture, flags: flags?.join(' ') };
}
