import { expect, test } from 'vitest';
import { exactly } from '../../../fixtures/examples.ts';
import { levelsOf, logShare } from './hierarchy.ts';

const caches = [
	{ level: 1, type: 'data', bytes: 49152, ways: 12 } as const,
	{ level: 2, type: 'unified', bytes: 1 << 20 } as const,
	{ level: 3, type: 'unified', bytes: 32 << 20, sharedBy: 16 } as const
];
const sizes = Array.from({ length: 18 }, (_, i) => 4096 << i);

test('each level has its size and the largest measured working set that it holds', () => {
	const found = levelsOf(caches, sizes, (bytes) => exactly(bytes / 4096));
	expect(found.map(({ level, bytes, measured }) => [level, bytes, measured?.workingSet])).toEqual([
		[1, 49152, 16384],
		[2, 1 << 20, 512 << 10],
		[3, 32 << 20, 16 << 20],
		[undefined, undefined, 512 << 20]
	]);
	expect(found[0]?.measured?.cycles).toEqual(exactly(4));
});

test('what was not measured or reported stays absent', () => {
	const upTo16K = (bytes: number) => (bytes <= 16384 ? exactly(4) : undefined);
	const measured = (found: ReturnType<typeof levelsOf>) => found.map((level) => level.measured);
	expect(
		measured(levelsOf(caches, sizes, upTo16K)).map((measured) => measured?.workingSet)
	).toEqual([16384, undefined, undefined, undefined]);
	expect(levelsOf([], sizes, () => exactly(4))).toEqual([
		{ level: undefined, bytes: undefined, sharedBy: undefined, measured: undefined }
	]);
	expect(logShare(4, 4, 256)).toBeCloseTo(0.06);
	expect(logShare(256, 4, 256)).toBe(1);
});
