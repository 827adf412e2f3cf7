import { expect, test } from 'vitest';
import type { Facts } from '@cyclelab/exercises/schema';
import { factsOf, questionOf } from '../../../fixtures/examples.ts';
import { placeOn, questionPicture } from './question-picture.ts';

const facts = factsOf('T', { a: 'Narrow', b: 'Wide' });

test('the bars have the names of the places, and the axis holds one and the range of predictions', () => {
	const picture = questionPicture(facts);
	expect(picture).toMatchObject({ to: 'Narrow', of: 'Wide' });
	expect(picture.low).toBe(picture.one);
	expect(picture.one).toBeCloseTo(0.15);
	expect(picture.high).toBeLessThan(1);
	expect(picture.ticks.map(({ ratio }) => ratio)).toEqual(['1×', '2×', '4×', '8×', '16×']);
	for (const { ratio, at } of picture.ticks)
		expect(placeOn(picture, Number.parseFloat(ratio))).toBeCloseTo(at);
});

test('a range below one has its measure near the end of the axis', () => {
	const question = { ...questionOf('b', 'a'), low: 0.01, high: 1 };
	const { one, high, ticks } = questionPicture({ ...facts, question });
	expect(one).toBe(high);
	expect(ticks.map(({ ratio }) => ratio)).toEqual(['0.01×', '0.1×', '1×']);
});

test('two values of one variant are named by variant and value, as nothing beside a bar says of what', () => {
	const sweep: Facts['sweep'] = {
		name: 'size',
		label: 'Size',
		values: [4096, 8192],
		unit: 'bytes',
		scale: 'log'
	};
	const question = {
		...questionOf('a', 'a'),
		of: { variant: 'a', parameters: { size: 8192 } },
		to: { variant: 'a', parameters: { size: 4096 } }
	};
	expect(questionPicture({ ...facts, sweep, question })).toMatchObject({
		of: 'Narrow at 8 KiB',
		to: 'Narrow at 4 KiB'
	});
});

test('one variant in two codes has the code in its name', () => {
	const question = {
		...questionOf('a', 'a'),
		of: { variant: 'a', runtime: 'tier0' as const, parameters: {} },
		to: { variant: 'a', runtime: 'coreclr' as const, parameters: {} }
	};
	expect(questionPicture({ ...facts, question })).toMatchObject({
		of: 'Narrow, CoreCLR Tier0',
		to: 'Narrow, CoreCLR'
	});
});
