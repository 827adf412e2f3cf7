/**
 * Pieces of a page that the browser's script takes over one by one. Taking over a whole page is one task, in which a
 * browser on a slow processor neither draws nor answers for most of a second; between pieces it can do both.
 */

import type { Snippet } from 'svelte';

type Write = (children: Snippet, context: Map<unknown, unknown>) => string;

/** How the server writes a piece. It says so itself (hooks.server.ts), so that no browser has to load what it does it with. */
export const onServer: { write: Write } = {
	write() {
		throw new Error('Only the server writes pieces.');
	}
};

const waiting = new Set<() => void>();

/** @returns takes the piece from those that wait */
export function takeOverLater(piece: () => void): () => void {
	waiting.add(piece);
	return () => waiting.delete(piece);
}

/** Takes over what waits, in the order of the page, each in a task of its own. Resolves at once if nothing does. */
export async function takeOverAll(): Promise<void> {
	// a set goes on to what is added while it is gone through
	for (const piece of waiting) {
		await otherTasks();
		// gone meanwhile
		if (!waiting.delete(piece)) continue;
		try {
			piece();
		} catch (error) {
			reportError(error);
		}
		if (waiting.size === 0) await otherTasks();
	}
}

const otherTasks = () => new Promise((resolve) => setTimeout(resolve));
