/** State of an exercise's page: its session, what is looked at and edited, and which steps are done. */
import { tick } from 'svelte';
import { page } from '$app/state';
import { Attempt } from '$lib/exercise/attempt.svelte.ts';
import { Attempts } from '$lib/attempts/attempts.svelte.ts';
import { openRunStore } from '$lib/attempts/run-store.ts';
import { Beside } from '$lib/comparison/beside.svelte.ts';
import { besideIn } from '$lib/comparison/sides.ts';
import { runApiOf, runners as fetchRunners, share } from '$lib/run/api.ts';
import { wishIn } from '$lib/run/choice.ts';
import { counterpart } from '$lib/run/language-facts.ts';
import { Marks } from '$lib/code/marks.svelte.ts';
import { Session } from '$lib/run/session.svelte.ts';
import { Sharing } from '$lib/snapshots/sharing.svelte.ts';
import { paramsOf } from '$lib/ui/address.ts';
import { Layout } from '$lib/ui/layout.svelte.ts';
import { Participant } from '$lib/workshops/participant.svelte.ts';
import { compilesAll, whereOf } from '$lib/workshops/whereabouts.ts';
import type { ShownCode } from '../../../../shared/workshop-people.ts';
import { answer, questionKey } from '../../../../shared/question.ts';
import type { PageData } from './$types';

export class ExerciseState {
	readonly #data: PageData;
	/** A participant has the workshop's code in the address and runs with the workshop's token. */
	readonly participant: Participant | undefined;
	readonly session: Session;
	readonly attempt: Attempt;
	readonly attempts: Attempts;
	readonly beside: Beside;
	readonly layout: Layout;
	readonly sharing = new Sharing({
		share,
		copy: (text) => navigator.clipboard?.writeText(text),
		addressOf: (path) => `${location.origin}${path}`
	});
	/** The variant that was asked for; another language may have another variant in its place. */
	#wanted = $state('');
	selected = $derived.by(() => counterpart(this.session.workspace.facts, this.#wanted));
	editing = $state(false);
	/** The editor was opened to type in it at once. */
	focused = $state(false);
	/** The lines of the source that the address names. */
	readonly marks = new Marks();
	/** The explanation was asked for. */
	explaining = $state(false);

	/** The answer to the question that is asked now, if the run was of it. */
	measured = $derived.by(() => {
		const { run, workspace } = this.session;
		const { report } = run;
		if (!report) return undefined;
		const { facts } = this.#data.exercise;
		const keyIn = (language: typeof report.language) => questionKey(facts, language);
		if (keyIn(report.language) !== keyIn(workspace.language)) return undefined;
		return answer(workspace.factsFor(report), report);
	});
	over = $derived.by(() => this.session.run.state === 'finished');
	figures = $derived.by(() => {
		const { run, workspace, guesses, machine } = this.session;
		const { report } = run;
		const shown = report && guesses.revealedIn(report.language) ? report : undefined;
		const facts = shown ? workspace.factsFor(shown) : workspace.facts;
		return { drawings: this.#data.drawings, facts, report: shown, machine };
	});
	done = $derived.by(() => {
		const { workspace, guesses } = this.session;
		return {
			predicted: guesses.committed || guesses.skipped,
			ran: this.over || this.attempts.list.length > 0,
			revealed: guesses.revealedIn(workspace.language),
			read: this.attempt.explained,
			passed: workspace.facts.challenge && this.attempt.passed
		};
	});
	/** The room is asked the question of the exercise's first language. */
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
	constructor(data: PageData, searchParams: URLSearchParams) {
		const { exercise, run: known, besideRun: knownBeside } = data;
		this.#data = data;
		const code = searchParams.get('workshop');
		const participant = code ? new Participant(code) : undefined;
		const runApi = runApiOf(() => participant?.token());
		const wishes = [wishIn(searchParams), wishOf(known)];
		this.participant = participant;
		this.session = new Session({ ...data, wishes }, runApi, fetchRunners);
		const { run, workspace } = this.session;
		this.attempt = new Attempt(exercise.slug);
		this.attempts = new Attempts(exercise.slug, openRunStore());
		const wish = besideIn(searchParams, workspace.offer.targets);
		this.beside = new Beside(this.session, runApi, wish, data.opensBeside);
		this.layout = new Layout(exercise.slug, () => this.editing);
		this.#wanted = searchParams.get('variant') ?? workspace.facts.baseline;
		if (known?.report) run.show(known.report);
		if (knownBeside?.report) this.beside.run.show(knownBeside.report);
	}

	/** To be called in the browser: takes up what was kept there, and follows the runs that the address names. */
	read() {
		this.session.read();
		this.layout.read();
		this.readMark();
		this.attempt.read(this.session.workspace.offer.languages);
		this.participant?.enter();
		const { follow = madeSince('run'), besideFollow = madeSince('beside-run') } = this.#data;
		if (follow) void this.session.run.follow(follow);
		if (besideFollow) void this.beside.run.follow(besideFollow);
		const explained = paramsOf(location.search).get('why-run');
		if (explained) void this.session.explanation.follow(explained);
	}

	/** Takes up the lines that the address names; other fragments lead to the page's sections. */
	readMark() {
		if (isOfSource(location.hash)) this.marks.read(location.hash);
	}

	/** Stops following; what was started goes on. */
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

	start() {
		this.sharing.forget();
		const looked = this.#wanted;
		void this.beside.start().then(() => {
			const failing = this.session.run.report?.variants.find((one) => one.failure);
			// Do not switch variants while the learner is editing or has moved on.
			if (failing && !this.editing && this.#wanted === looked) this.#wanted = failing.id;
		});
	}

	look(variant: string) {
		this.#wanted = variant;
		this.focused = false;
		this.marks.clear();
	}

	/** Opens the editor on the challenge's variant, ready to type. */
	async begin(variant: string) {
		this.#wanted = variant;
		this.editing = false;
		this.focused = true;
		await tick();
		this.editing = true;
		this.beside.inspect(variant);
		document.getElementById('inside')?.scrollIntoView({ block: 'start' });
	}
}

/** On the way back: a run that the browser's address names, and the router's, by which the page was loaded, does not. */
function madeSince(name: string): string | undefined {
	const id = paramsOf(location.search).get(name);
	return id === null || page.url.searchParams.has(name) ? undefined : id;
}

/** Whether a fragment names lines of the source. */
export const isOfSource = (fragment: string): boolean => /^#source=\d/.test(fragment);

function wishOf(view: PageData['run']) {
	const { language, compiler, target, runner, microarchitecture } = view?.request ?? {};
	return { language, compiler, target, on: runner ?? microarchitecture };
}
