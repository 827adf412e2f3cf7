import { expect, test } from 'vitest';
import { uidBlocks, uidsPerContainer } from './uid-blocks.ts';

test('no two containers share uids, and all fit a user namespace', () => {
	const uids = uidBlocks(497);
	const taken = Array.from({ length: 500 }, () => uids.take());
	expect(new Set(taken).size).toBe(500);
	expect(Math.min(...taken)).toBe(10_000);
	expect(Math.max(...taken) + uidsPerContainer).toBeLessThanOrEqual(65_536);
});

test('a block given back is used again', () => {
	const uids = uidBlocks(0);
	const taken = Array.from({ length: 500 }, () => uids.take());
	uids.giveBack(taken[42] ?? 0);
	expect(uids.take()).toBe(taken[42]);
});
