import { expect, test } from 'vitest';
import type { MeasuredBlock, Predictor } from '@cyclelab/contract/schema/blocks';
import { fewestScored, modelsView } from './models-view.ts';

const leading: Predictor = {
	id: 'leading',
	tool: 'llvm-mca',
	version: '22',
	model: 'M',
	exact: true,
	options: []
};
const own: Predictor = { ...leading, id: 'own', tool: 'measured' };

const block = (index: number, answers: MeasuredBlock['answers']): MeasuredBlock => ({
	digest: index.toString(16).padStart(16, '0'),
	from: 'a test',
	category: 'scalar',
	length: 1,
	chained: true,
	text: 'inc rax',
	cycles: { median: 10, low: 10, high: 10 },
	at: '2026-01-02T03:04:05.000Z',
	answers
});
const viewOf = (blocks: MeasuredBlock[], predictors = [leading, own]) =>
	modelsView({
		key: 'k',
		processor: 'P',
		microarchitecture: 'm',
		identity: 'i',
		virtualised: false,
		runners: [],
		dropped: [],
		predictors,
		blocks
	});
/** Both answer, by a tenth and by a fifth wrong. */
const both = Array.from({ length: fewestScored }, (_, i) => block(i, { leading: 12, own: 11 }));

test('our own figures are compared with the leading model on the blocks that both answered', () => {
	const others = [
		block(100, { leading: 100 }),
		block(101, { leading: 100, own: { refused: 'No figures.' } }),
		block(102, { leading: { refused: 'Unknown.' }, own: 100 })
	];
	const view = viewOf([...both, ...others]);
	expect(view.both).toEqual({
		blocks: fewestScored,
		measured: {
			median: expect.closeTo(0.1, 9),
			low: expect.closeTo(0.1, 9),
			high: expect.closeTo(0.1, 9)
		},
		leading: {
			median: expect.closeTo(0.2, 9),
			low: expect.closeTo(0.2, 9),
			high: expect.closeTo(0.2, 9)
		}
	});
	// Of all blocks, the leading model's errors are larger: blocks without our own answer count there.
	expect(view.predictors[0]?.score?.mape.median).toBeGreaterThan(0.9);
	expect(view.predictors[1]).toMatchObject({ blocks: fewestScored + 1, refused: 1 });
});

test('with too few blocks, or without figures of this core, there is no comparison', () => {
	expect(viewOf(both.slice(1))).not.toHaveProperty('both');
	expect(viewOf(both, [leading])).not.toHaveProperty('both');
});
