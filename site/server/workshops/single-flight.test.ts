import { expect, test } from 'vitest';
import { singleFlight } from './single-flight.ts';

test('all callers during a read get the next read, and no caller gets a read that began before its call', async () => {
	const turns: PromiseWithResolvers<number>[] = [];
	const read = singleFlight(() => {
		const turn = Promise.withResolvers<number>();
		turns.push(turn);
		return turn.promise;
	});
	const first = read('a');
	const others = Array.from({ length: 300 }, () => read('a'));
	const elsewhere = read('b');
	turns[0]?.resolve(1);
	turns[1]?.resolve(2);
	expect([await first, await elsewhere]).toEqual([1, 2]);
	turns[2]?.resolve(3);
	expect(new Set(await Promise.all(others))).toEqual(new Set([3]));
	expect(turns).toHaveLength(3);
});

test('a failed read fails only for its own callers', async () => {
	let reads = 0;
	const read = singleFlight(async () => {
		reads += 1;
		if (reads === 1) throw new Error('away');
		return 1;
	});
	const [one, two] = [read('a'), read('a')];
	await expect(one).rejects.toThrow('away');
	expect(await two).toBe(1);
});
