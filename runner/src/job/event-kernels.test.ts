import { expect, test } from 'vitest';
import { eventCosts, eventKernels } from './event-kernels.ts';

const exactly = (value: number) => ({ median: value, low: value, high: value });

const second = exactly(14);

test('costs are differences of kernels, and absent where a kernel was not measured', () => {
	const cycles = {
		renamed: 3,
		forwarded: 10,
		blocked: 17,
		regular: 5,
		random: 13,
		'near-pages': 12
	};
	const measured = new Map(Object.entries(cycles).map(([id, value]) => [id, exactly(value)]));
	expect(eventCosts(measured, second)).toEqual({
		renamed: exactly(1),
		forwarded: exactly(8),
		blocked: exactly(17),
		misprediction: exactly(16)
	});
	measured
		.set('few-pages', exactly(4))
		.set('far-pages', exactly(40))
		.set('independent', exactly(15))
		.set('chained', exactly(300))
		.set('one-set', exactly(17))
		.set('columns', exactly(9))
		.set('each-page', exactly(2))
		.set('division-32', exactly(6))
		.set('division-64', exactly(8))
		.set('indexed', exactly(5))
		.set('lines', exactly(8))
		.set('paused', exactly(65))
		.set('fenced', exactly(59))
		.set('vector', exactly(9))
		.set('extended', exactly(9))
		.set('stores-at-0', exactly(1))
		.set('stores-at-4092', exactly(50))
		.set('apart-at-60', exactly(2))
		.set('apart-at-4092', exactly(5));
	expect(eventCosts(measured, second)).toMatchObject({
		tlbMiss: exactly(8),
		pageWalk: exactly(26),
		missesInFlight: exactly(20),
		sameSet: exactly(17),
		sameSets: exactly(9),
		tlbMisses: exactly(2),
		divided32: exactly(6),
		divided64: exactly(8),
		codeLine: exactly(1),
		paused: exactly(65),
		fenced: exactly(59),
		vector: exactly(9),
		extended: exactly(7),
		indexed: exactly(1),
		storedL1: exactly(0.5),
		pageSplitStore: exactly(25),
		splitLoads: exactly(1),
		pageSplitLoads: exactly(2.5)
	});
});

test('each kernel is measured under an id of its own', () => {
	expect(new Set(eventKernels.map(({ id }) => id)).size).toBe(eventKernels.length);
});
