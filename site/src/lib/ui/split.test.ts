import { expect, test } from 'vitest';
import { evenShare, leastShare, mostShare, shareAfter, shareAt, shareIn } from './split.ts';

const box = { left: 100, width: 1000 };

test('a pointer sets the share in whole percent, and leaves both panes readable', () => {
	expect([shareAt(604, box), shareAt(0, box), shareAt(5000, box)]).toEqual([
		50,
		leastShare,
		mostShare
	]);
	expect(shareAt(10, { left: 0, width: 0 })).toBe(evenShare);
});

test('arrow keys move the border, with Shift further; Home, End and Enter set it', () => {
	const after = (key: string, isLarge = false) => shareAfter(key, 50, isLarge);
	expect([after('ArrowLeft'), after('ArrowRight'), after('ArrowRight', true)]).toEqual([
		48, 52, 60
	]);
	expect([after('Home'), after('End')]).toEqual([leastShare, mostShare]);
	expect(shareAfter('Enter', 30, false)).toBe(evenShare);
	expect(shareAfter('ArrowLeft', leastShare, true)).toBe(leastShare);
	expect(after('Tab')).toBeUndefined();
});

test('what was kept is read, and nonsense is not', () => {
	expect([shareIn('35'), shareIn(undefined), shareIn('wide'), shareIn('99')]).toEqual([
		35,
		evenShare,
		evenShare,
		mostShare
	]);
});
