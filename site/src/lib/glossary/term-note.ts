/** Shell: shows the glossary's entry of a word beside it. */
import { mount, unmount } from 'svelte';
import TermNote from './TermNote.svelte';

/** Until it is closed: by Escape, or by a press outside of it. One at a time. */
export function showTerm(word: HTMLAnchorElement) {
	const onclose = () => void unmount(note);
	const note = mount(TermNote, { target: document.body, props: { word, onclose } });
}
