import { expect, test } from 'vitest';
import { uidBlocks, uidsPerContainer } from './uid-blocks.ts';

test('no two containers share uids, and all fit a user namespace', () => {
	const uids = uidBlocks(97);
	const taken = Array.from({ length: 100 }, () => uids.take());
	expect(new Set(taken).size).toBe(100);
	expect(Math.min(...taken)).toBe(10_000);
	expect(Math.max(...taken) + uidsPerContainer).toBeLessThanOrEqual(65_536);
});

test('a block given back is used again', () => {
	const uids = uidBlocks(0);
	const taken = Array.from({ length: 100 }, () => uids.take());
	uids.giveBack(taken[42] ?? 0);
	expect(uids.take()).toBe(taken[42]);
});
