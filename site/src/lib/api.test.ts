import { afterEach, expect, test, vi } from 'vitest';
import { runApiOf } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

test.for([
	['whose id is known arrives though the page is left', { id: 'mine' }, true],
	['that nobody could find again does not', {}, false],
	['that is long does not', { id: 'mine', sources: { a: 'é'.repeat(10_001) } }, false]
] as const)('a request for a run %s', async ([, more, keepalive]) => {
	const asked: RequestInit[] = [];
	vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
		asked.push(init);
		return Response.json({ id: 'mine' });
	});
	await runApiOf(() => 'token').start({ exercise: 'a', ...more });
	expect(asked.map((init) => init.keepalive)).toEqual([keepalive]);
});
