import { expect, test, vi } from 'vitest';
import { hydrateAll, hydrateLater } from './pieces.ts';

test('pieces are hydrated in their order, each in a separate task, and removed pieces are not', async () => {
	const seen: string[] = [];
	hydrateLater(() => {
		seen.push('first');
		setTimeout(() => seen.push('another task'));
		hydrateLater(() => seen.push('within the first'));
	});
	const leave = hydrateLater(() => seen.push('gone'));
	hydrateLater(() => seen.push('second'));
	leave();
	await hydrateAll();
	expect(seen).toEqual(['first', 'another task', 'second', 'within the first']);
	await hydrateAll();
	expect(seen).toHaveLength(4);
});

test('a piece that fails is reported and holds up no other', async () => {
	const reported = vi.fn();
	vi.stubGlobal('reportError', reported);
	const error = new Error('no such element');
	const next = vi.fn();
	hydrateLater(() => {
		throw error;
	});
	hydrateLater(next);
	await hydrateAll();
	expect([reported.mock.calls, next.mock.calls]).toEqual([[[error]], [[]]]);
	vi.unstubAllGlobals();
});
