import { expect, test, vi } from 'vitest';
import { takeOverAll, takeOverLater } from './pieces.ts';

test('pieces are hydrated in their order, each in a separate task, and removed pieces are not', async () => {
	const seen: string[] = [];
	takeOverLater(() => {
		seen.push('first');
		setTimeout(() => seen.push('another task'));
		takeOverLater(() => seen.push('within the first'));
	});
	const leave = takeOverLater(() => seen.push('gone'));
	takeOverLater(() => seen.push('second'));
	leave();
	await takeOverAll();
	expect(seen).toEqual(['first', 'another task', 'second', 'within the first']);
	await takeOverAll();
	expect(seen).toHaveLength(4);
});

test('a piece that fails is reported and holds up no other', async () => {
	const reported = vi.fn();
	vi.stubGlobal('reportError', reported);
	const error = new Error('no such element');
	const next = vi.fn();
	takeOverLater(() => {
		throw error;
	});
	takeOverLater(next);
	await takeOverAll();
	expect([reported.mock.calls, next.mock.calls]).toEqual([[[error]], [[]]]);
	vi.unstubAllGlobals();
});
