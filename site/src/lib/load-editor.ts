/** The editor's code, the largest part of a page: fetched when somebody edits, or is about to. */
export const loadEditor = () => import('./editor.ts');

/** For a button that opens the editor: who points at it or reaches it by keyboard finds the code on its way. */
export function preloadsEditor(button: HTMLElement) {
	const begun = new AbortController();
	const begin = () => {
		begun.abort();
		// Whoever then edits asks again, and is told of any trouble.
		void loadEditor().catch(() => undefined);
	};
	for (const intent of ['pointerenter', 'focus', 'touchstart'])
		button.addEventListener(intent, begin, { signal: begun.signal, passive: true });
	return () => begun.abort();
}
