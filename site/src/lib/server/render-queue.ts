/** Limits how many pages of reports are made at a time: to render a report of 0.6 MB blocks the site's only thread for some 15 ms. */
import type { RequestEvent } from '@sveltejs/kit';
import { namesRun } from './kept-pages.ts';

/** One waits for the store while the other is rendered. */
const pagesAtOnce = 2;

const pagesOfSnapshots = new Set(['/s/[id]', '/embed/s/[id]']);

/** Whether the page may have a report: the address names a run or a snapshot. */
export const hasReport = ({ route, url }: Pick<RequestEvent, 'route' | 'url'>): boolean =>
	pagesOfSnapshots.has(route.id ?? '') || namesRun(url);

/** Makes a page when its turn comes. `whose`: the address that asks for it. */
type RenderSemaphore = <T>(whose: string, make: () => Promise<T>) => Promise<T>;

/** Addresses take turns, so that a page waits for one page of every other address, however many one of them asks for. */
export function createRenderSemaphore(most: number = pagesAtOnce): RenderSemaphore {
	const waiting = new Map<string, (() => void)[]>();
	let free = most;
	const next = () => {
		const [first] = waiting;
		if (!first) return void (free += 1);
		const [whose, pages] = first;
		const begin = pages.shift();
		waiting.delete(whose);
		if (pages.length > 0) waiting.set(whose, pages);
		begin?.();
	};
	const turn = (whose: string) =>
		new Promise<void>((resolve) => {
			const pages = waiting.get(whose) ?? [];
			pages.push(resolve);
			waiting.set(whose, pages);
		});
	return async (whose, make) => {
		if (free > 0) free -= 1;
		else await turn(whose);
		try {
			return await make();
		} finally {
			// Other requests are answered between two pages.
			setImmediate(next);
		}
	};
}

/**
 * Resolves when a page whose report is read may be rendered: each call in a turn of the event loop of its own, so that
 * requests are read between two pages, also if both reports arrived in one turn.
 */
export function openRenderTurns(): () => Promise<void> {
	let last: Promise<void> = Promise.resolve();
	return () => (last = last.then(() => new Promise((resolve) => void setImmediate(resolve))));
}
