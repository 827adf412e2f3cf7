/**
 * Pieces of a page that are hydrated one by one. Hydrating a whole page is one task, in which a browser on a slow
 * processor neither draws nor answers for most of a second; between pieces it can do both.
 */

import type { Snippet } from 'svelte';

type Write = (children: Snippet, context: Map<unknown, unknown>) => string;

/** Renders a piece on the server. hooks.server.ts sets it, so that no browser loads the renderer. */
export const onServer: { write: Write } = {
	write() {
		throw new Error('Only the server writes pieces.');
	}
};

const waiting = new Set<() => void>();

/** @returns removes the piece from the waiting pieces */
export function hydrateLater(piece: () => void): () => void {
	waiting.add(piece);
	return () => waiting.delete(piece);
}

/** Hydrates the waiting pieces in the order of the page, each in a separate task. Resolves at once if none waits. */
export async function hydrateAll(): Promise<void> {
	// The loop also reaches pieces that are added while it runs.
	for (const piece of waiting) {
		await otherTasks();
		// The piece was removed meanwhile.
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
