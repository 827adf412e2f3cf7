import { expect, test } from 'vitest';
import { inBatches } from './batches.ts';

/** Work that ends by `end`, and the batches that it was given. */
function setUp(most: number) {
	const batches: (readonly string[])[] = [];
	const ends: (() => void)[] = [];
	const add = inBatches(most, async (items: readonly string[]) => {
		batches.push(items);
		await new Promise<void>((resolve) => ends.push(resolve));
		if (items.includes('bad')) throw new Error(`refused ${items.join()}`);
		return items.map((item) => item.toUpperCase());
	});
	const end = async () => {
		ends.shift()?.();
		await new Promise(setImmediate);
	};
	return { batches, add, end };
}

test('the first item begins at once; what arrives meanwhile is the next batch, up to a limit', async () => {
	const { batches, add, end } = setUp(2);
	const answers = Promise.all(['a', 'b', 'c', 'd'].map(add));
	expect(batches).toEqual([['a']]);
	await end();
	expect(batches).toEqual([['a'], ['b', 'c']]);
	await end();
	await end();
	expect(batches).toEqual([['a'], ['b', 'c'], ['d']]);
	expect(await answers).toEqual(['A', 'B', 'C', 'D']);
	const later = add('e');
	await end();
	expect([await later, batches.length]).toEqual(['E', 4]);
});

test('an item that fails makes no other item of its batch fail', async () => {
	const { batches, add, end } = setUp(8);
	const answers = Promise.allSettled(['a', 'b', 'bad', 'c'].map(add));
	for (let i = 0; i < 5; i++) await end();
	expect(batches).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']]);
	const outcomes = (await answers).map((answer) =>
		'value' in answer ? answer.value : String(answer.reason)
	);
	expect(outcomes).toEqual(['A', 'B', 'Error: refused bad', 'C']);
});

test('after a batch failed, what waits behind it is tried at once as well', async () => {
	const { batches, add, end } = setUp(2);
	const answers = Promise.allSettled(['a', 'bad', 'b', 'c', 'd'].map(add));
	await end();
	await end();
	expect(batches).toEqual([['a'], ['bad', 'b'], ['bad'], ['b'], ['c'], ['d']]);
	for (let i = 0; i < 4; i++) await end();
	expect((await answers).map(({ status }) => status === 'fulfilled')).toEqual([
		true,
		false,
		true,
		true,
		true
	]);
});
