/** Shell: the page's address names the choice and the run, so that a reload finds them and a copied link shows them. */
import { untrack } from 'svelte';
import { afterNavigate, replaceState } from '$app/navigation';
import { withBeside } from '$lib/comparison/sides.ts';
import { addressOf } from '$lib/run/choice.ts';
import { addressTo } from '$lib/ui/address.ts';
import { hydration } from '$lib/ui/hydration.svelte.ts';
import { isOfSource, type ExerciseState } from './exercise-state.svelte.ts';

/** @param opensBeside whether the exercise opens with two sides, which the address then does not name */
export function keepAddress(state: ExerciseState, opensBeside: boolean) {
	/** SvelteKit's router has started, which `replaceState` needs. */
	let routed = $state(false);
	afterNavigate(() => {
		routed = true;
	});
	$effect(() => {
		// Before the page is hydrated, the state has not read the address yet.
		if (!routed || !hydration.isDone) return;
		const { session, beside, selected } = state;
		const { choice, facts } = session.workspace;
		const { id } = session.run;
		const { explanation, explainedRun } = session;
		// The finding leaves the address once the page shows another run.
		const isOpen = explanation.busy || !session.run.report;
		const whyRun = explainedRun ?? (isOpen ? explanation.id : undefined);
		const { side } = beside;
		const besideId = beside.run.id;
		const { fragment } = state.marks;
		const variant = selected === facts.baseline ? undefined : selected;
		untrack(() => {
			const next = withBeside(addressOf(location.href, choice), {
				side,
				run: besideId,
				byDefault: opensBeside
			});
			if (id) next.searchParams.set('run', id);
			next.searchParams.delete('why-run');
			if (whyRun) next.searchParams.set('why-run', whyRun);
			// A fragment that leads to a section of the page stays.
			const isOwn = fragment !== undefined || isOfSource(next.hash);
			const address = addressTo(next.href, isOwn ? { variant, fragment } : { variant });
			if (address !== location.href) replaceState(address, {});
		});
	});
}
