/** Shell: the page's address names the choice and the run, so that a reload finds them and a copied link shows them. */
import { untrack } from 'svelte';
import { afterNavigate, replaceState } from '$app/navigation';
import { withBeside } from '#lib/comparison/sides.ts';
import { addressOf } from '#lib/run/choice.ts';
import { codeStart } from '#lib/run/code-start.ts';
import { addressTo } from '#lib/ui/address.ts';
import { hydration } from '#lib/ui/hydration.svelte.ts';
import { isOfSource, type ExerciseState } from './exercise-state.svelte.ts';

/** Typing changes the address that long after the last key, ms. */
const codeDelayMs = 300;

/** @param opensBeside whether the exercise opens with two sides, which the address then does not name */
export function keepAddress(state: ExerciseState, opensBeside: boolean) {
	/** SvelteKit's router has started, which `replaceState` needs. */
	let routed = $state(false);
	afterNavigate(() => {
		routed = true;
	});
	/** The code of free play as a fragment, a moment after it was changed. */
	let code = $state<string>();
	$effect(() => {
		if (!routed || !hydration.isDone || !state.isOpened) return;
		const { workspace } = state.session;
		if (!workspace.facts.free) return;
		const linked = workspace.isChanged ? workspace.linkedCode : undefined;
		const timer = setTimeout(() => {
			if (!linked) return void (code = undefined);
			void import('#lib/run/code-link.ts')
				.then(({ encodeCode }) => encodeCode(linked))
				.then((fragment) => (code = fragment));
		}, codeDelayMs);
		return () => clearTimeout(timer);
	});
	$effect(() => {
		// Before the page is hydrated, the state has not read the address yet.
		if (!routed || !hydration.isDone) return;
		const { session, beside, selected } = state;
		const { choice, facts } = session.workspace;
		// The address names a run only beside the sources that it was made from.
		const { report } = session.run;
		const id = !report || session.isOfText(report) ? session.run.id : undefined;
		const { explanation, explainedRun } = session;
		// The finding leaves the address once the page shows another run.
		const isOpen = explanation.busy || !report;
		const whyRun = explainedRun ?? (isOpen ? explanation.id : undefined);
		const { side } = beside;
		const besideReport = beside.run.report;
		const besideId = !besideReport || beside.isOfText(besideReport) ? beside.run.id : undefined;
		// A run's address opens its code.
		const shownCode = id ? undefined : code;
		const fragment = state.marks.fragment ?? shownCode;
		const variant = selected === facts.baseline ? undefined : selected;
		untrack(() => {
			const next = withBeside(addressOf(location.href, choice), {
				side,
				run: besideId,
				byDefault: opensBeside
			});
			if (id) next.searchParams.set('run', id);
			else next.searchParams.delete('run');
			next.searchParams.delete('why-run');
			if (whyRun) next.searchParams.set('why-run', whyRun);
			// A fragment that leads to a section of the page stays.
			const isOwn =
				fragment !== undefined ||
				isOfSource(next.hash) ||
				(state.isOpened && next.hash.startsWith(`#${codeStart}`));
			const address = addressTo(next.href, isOwn ? { variant, fragment } : { variant });
			// Not `goto`, which would end another navigation that is under way.
			if (address !== location.href) void replaceState(address, {});
		});
	});
}
