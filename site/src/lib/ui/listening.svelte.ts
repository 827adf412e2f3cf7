import { untrack } from 'svelte';

/**
 * Whether the page listens. What comes from the server is drawn before its script has taken it over; what would be lost
 * until then is disabled: every control that needs the script has `disabled={!listening.now}`.
 */
class Listening {
	/** False on the server and until the first page of a visit has been taken over; pages made later listen at once. */
	now = $state(false);
}

export const listening = new Listening();

/**
 * Like `onMount`, but once the whole page listens: what stands in it is what the server sent until then, and what only the
 * browser knows would change pieces (Piece.svelte) that are still to be taken over.
 */
export function onListening(begin: () => void | (() => void)) {
	$effect(() => {
		if (listening.now) return untrack(begin);
	});
}
