/** Which keys are meant for the page. Pure. */

/** Whether a key was meant for the page: pressed alone, and not where one types. */
export function isForPage(event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>) {
	if (event.ctrlKey || event.metaKey || event.altKey) return false;
	const { target } = event;
	return !(
		target instanceof Element &&
		target.closest('input, textarea, select, [contenteditable], [role="textbox"], .monaco-editor')
	);
}
