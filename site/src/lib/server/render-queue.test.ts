import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRenderSemaphore, hasReport, openRenderTurns } from './render-queue.ts';

/** Makes pages of these addresses, requested at once; returns the order in which they began and the most at a time. */
async function madeFor(addresses: string[], most: number) {
	const semaphore = createRenderSemaphore(most);
	const order: string[] = [];
	let active = 0;
	let together = 0;
	await Promise.all(
		addresses.map((whose) =>
			semaphore(whose, async () => {
				order.push(whose);
				together = Math.max(together, ++active);
				await nextTurn();
				active -= 1;
			})
		)
	);
	return { order, together };
}

test('at most so many pages are made at a time, and addresses take turns', async () => {
	const { order, together } = await madeFor(['a', 'a', 'a', 'a', 'b', 'b', 'c'], 2);
	expect(together).toBe(2);
	expect(order).toEqual(['a', 'a', 'a', 'b', 'c', 'a', 'b']);
});

test('a page that fails makes room for the next', async () => {
	const semaphore = createRenderSemaphore(1);
	const failing = semaphore('a', () => Promise.reject(new Error('no store')));
	const other = semaphore('a', async () => 'made');
	await expect(failing).rejects.toThrow('no store');
	expect(await other).toBe('made');
	expect(await semaphore('b', async () => 'later')).toBe('later');
});

test('other requests have a turn of the event loop between two pages', async () => {
	const semaphore = createRenderSemaphore(1);
	let made = 0;
	const pages = Array.from({ length: 10 }, () => semaphore('a', async () => void (made += 1)));
	let most = 0;
	for (let before = 0; made < pages.length; before = made) {
		await nextTurn();
		most = Math.max(most, made - before);
	}
	// the first page is made at once
	expect(most).toBeLessThanOrEqual(2);
});

test('two pages whose reports arrive at once are not rendered in one turn of the event loop', async () => {
	const turnToRender = openRenderTurns();
	let rendered = 0;
	const pages = Array.from({ length: 10 }, async () => {
		await turnToRender();
		rendered += 1;
	});
	let most = 0;
	for (let before = 0; rendered < pages.length; before = rendered) {
		await nextTurn();
		most = Math.max(most, rendered - before);
	}
	expect(most).toBe(1);
});

test.each([
	['/s/[id]', '/s/a', true],
	['/s/[id=snapshot].[format=format]', '/s/a.svg', false],
	['/embed/s/[id]', '/embed/s/a', true],
	['/exercises/[slug]', '/exercises/a?run=b', true],
	['/exercises/[slug]', '/exercises/a?beside-run=b', true],
	['/exercises/[slug]', '/exercises/a?lang=c', false],
	['/', '/', false],
	[null, '/s/a', false]
])('the route %s at %s has a report: %s', (id, path, expected) =>
	expect(hasReport({ route: { id }, url: new URL(path, 'http://site') } as never)).toBe(expected)
);
