/** Loads the editor's code, the largest part of a page, when the learner edits or is about to. */
export async function loadEditor() {
	const [editor, tools] = await Promise.all([
		import('./editor.ts'),
		import('./EditorTools.svelte')
	]);
	return { ...editor, Tools: tools.default };
}

/** For a button that opens the editor: pointing at it or focusing it starts the download. */
export function preloadsEditor(button: HTMLElement) {
	const begun = new AbortController();
	const begin = () => {
		begun.abort();
		// Opening the editor tries again and reports an error.
		void loadEditor().catch(() => undefined);
	};
	for (const intent of ['pointerenter', 'focus', 'touchstart'])
		button.addEventListener(intent, begin, { signal: begun.signal, passive: true });
	return () => begun.abort();
}
