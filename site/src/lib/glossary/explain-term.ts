/** Shell: shows the glossary's entry of a pressed term beside it, on the same page. Term.svelte and lessons have such links. */
export function explainTerm(event: MouseEvent) {
	// With a modifier the link is followed, as any link is.
	if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
	const { target } = event;
	const word =
		target instanceof Element && target.closest<HTMLAnchorElement>('a[aria-haspopup="dialog"]');
	if (!word) return;
	event.preventDefault();
	import('./term-note.ts').then(
		({ showTerm }) => showTerm(word),
		() => location.assign(word.href)
	);
}
