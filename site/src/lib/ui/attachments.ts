/** Attachments that several pages share. */
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

/** For a part of a page: calls once it is in the window. */
export const whenSeen = (onseen: () => void) => (element: HTMLElement) => {
	const observer = new IntersectionObserver((entries) => {
		if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
		observer.disconnect();
		onseen();
	});
	observer.observe(element);
	return () => observer.disconnect();
};

/** Shell: an attachment that focuses an element that replaces the focused one, so that keyboard users continue there. */
export const focus = (element: HTMLElement): void => element.focus();
