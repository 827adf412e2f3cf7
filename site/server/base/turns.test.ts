import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTurns } from './turns.ts';

test('at most so many calls resolve in one turn of the event loop, in their order', async () => {
	const turn = openTurns(2);
	const done: number[] = [];
	const all = Promise.all(
		[0, 1, 2, 3, 4].map(async (call) => {
			await turn();
			done.push(call);
		})
	);
	const seen: number[][] = [];
	for (let turns = 0; turns < 3; turns++) {
		await Promise.resolve();
		seen.push([...done]);
		await nextTurn();
	}
	await all;
	expect(seen[0]).toEqual([0, 1]);
	expect(seen.every((turn, i) => turn.length <= 2 * (i + 1))).toBe(true);
	expect(done).toEqual([0, 1, 2, 3, 4]);
});

test('a call in a later turn resolves at once', async () => {
	const turn = openTurns(1);
	await turn();
	await nextTurn();
	await nextTurn();
	let isDone = false;
	void turn().then(() => (isDone = true));
	await Promise.resolve();
	expect(isDone).toBe(true);
});
