import { untrack } from 'svelte';
import { hydration } from './hydration.svelte.ts';

/**
 * For a `<details>` that the page and the reader open and close, the reader also before the scripts have loaded. A part that was
 * opened by then stays open, where an attribute `open` would close it; later the page's wish counts whenever it changes.
 * @param wanted whether the page wants it open
 * @param onfound it was opened before the page was hydrated
 */
export function unfold(wanted: () => boolean, onfound?: () => void) {
	let before: boolean | undefined;
	return (details: HTMLDetailsElement) => {
		if (!hydration.isDone) return;
		const wish = wanted();
		if (before === undefined && details.open) untrack(() => onfound?.());
		if (wish !== (before ?? false)) details.open = wish;
		before = wish;
	};
}
