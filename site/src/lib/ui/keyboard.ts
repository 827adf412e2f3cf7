/** Which keys are meant for the page, and keyboard and scrolling of the code panes. Both act on the DOM they are attached to. */

/** Arrow keys, Home and End move the focus from row to row; Enter and Space click the row. */
export function moveFocus(event: KeyboardEvent & { currentTarget: HTMLElement }) {
	const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[tabindex]')];
	const at = rows.findIndex((row) => row === document.activeElement);
	if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
	const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
	if (to !== undefined) rows[Math.min(rows.length - 1, Math.max(0, to))]?.focus();
	else if (event.key === 'Enter' || event.key === ' ')
		rows[at]?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: event.shiftKey }));
	else return;
	event.preventDefault();
}

/** The place that a slider's key leads to from another among `count`; undefined if the key is none, or there is no place. */
export function steppedTo(key: string, from: number, count: number): number | undefined {
	const last = count - 1;
	const to = {
		ArrowRight: from + 1,
		ArrowUp: from + 1,
		ArrowLeft: from - 1,
		ArrowDown: from - 1,
		Home: 0,
		End: last
	}[key];
	return to === undefined || last < 0 ? undefined : Math.min(last, Math.max(0, to));
}

/** How far below the beginning of what a pane scrolls, in px. A block laid out for itself is no offset parent to rely on. */
export const topIn = (pane: HTMLElement, row: HTMLElement): number =>
	row.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop;

/** Scrolls the pane to the hot loop as soon as there is one. */
export function showHot(there: () => boolean) {
	return (pane: HTMLElement) => {
		const row = there() ? pane.querySelector<HTMLElement>('tr.hot') : null;
		if (row) pane.scrollTop = Math.max(0, topIn(pane, row) - pane.clientHeight / 4);
	};
}

/** Brings the rows of the pinned line into view, scrolling the pane and never the page. */
export function showLinked(pinned: () => number | undefined) {
	return (pane: HTMLElement) => {
		const line = pinned();
		if (line === undefined) return;
		const row = pane.querySelector<HTMLElement>(`tr[data-line="${line}"]`);
		if (!row) return;
		const top = topIn(pane, row);
		const above = top < pane.scrollTop;
		const below = top + row.offsetHeight > pane.scrollTop + pane.clientHeight;
		if (above || below) pane.scrollTop = Math.max(0, top - pane.clientHeight / 3);
	};
}

/** Whether a key was meant for the page: pressed alone, and not where one types. */
export function isForPage(event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>) {
	if (event.ctrlKey || event.metaKey || event.altKey) return false;
	const { target } = event;
	return !(
		target instanceof Element &&
		target.closest('input, textarea, select, [contenteditable], [role="textbox"], .monaco-editor')
	);
}
