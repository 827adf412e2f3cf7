/** Whether Svelte has hydrated the page that the server sent. */
import { untrack } from 'svelte';

/**
 * Before the page is hydrated, its controls are visible and no script answers them: every control that needs a script has
 * `disabled={!hydration.isDone}`.
 */
class Hydration {
	/** False on the server and until the first page of a visit is hydrated; true for all later pages of the visit. */
	isDone = $state(false);
}

export const hydration = new Hydration();

/**
 * Like `onMount`, but after the whole page is hydrated. Until then the page must stay as the server sent it: state that only
 * the browser knows would change pieces (Piece.svelte) that are not hydrated yet.
 */
export function onHydrated(begin: () => void | (() => void)) {
	$effect(() => {
		if (hydration.isDone) return untrack(begin);
	});
}
