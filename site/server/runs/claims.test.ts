import { expect, test, vi } from 'vitest';
import { openClaims, type Claimed } from './claims.ts';

/** A store in which runs wait, by queue, and a runner with two free slots. `claimed` records the claims. */
function setUp() {
	const waiting = new Map<string, number>();
	const claimed: string[] = [];
	const trouble: unknown[] = [];
	const store = {
		hasRoom: true,
		claim: async (queue: string): Promise<Claimed> => {
			if (!store.hasRoom) return 'kept';
			claimed.push(queue);
			const runs = waiting.get(queue) ?? 0;
			waiting.set(queue, Math.max(0, runs - 2));
			return runs >= 2 ? 'more' : 'empty';
		}
	};
	const claims = openClaims((queue) => store.claim(queue), {
		error: (facts: unknown) => trouble.push(facts)
	});
	const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
	return { waiting, claimed, trouble, store, claims, settled };
}

test('a queue that was empty is not read for each slot that becomes free, until a run joins', async () => {
	const { waiting, claimed, claims, settled } = setUp();
	claims.wake('a', 'b');
	await settled();
	claims.look();
	await settled();
	expect(claimed).toEqual(['a', 'b']);

	waiting.set('a', 1);
	claims.wake('a');
	await settled();
	claims.look();
	await settled();
	expect(claimed).toEqual(['a', 'b', 'a']);
});

test('a run that joins while its queue is read is not overlooked', async () => {
	const { waiting, claimed, store, claims, settled } = setUp();
	const { claim } = store;
	let finish = (_: Claimed) => {};
	store.claim = () => new Promise((resolve) => (finish = resolve));
	claims.wake('a');
	await settled();
	store.claim = claim;
	waiting.set('a', 1);
	claims.wake('a');
	finish('empty');
	await settled();
	expect([claimed, waiting.get('a')]).toEqual([['a'], 0]);
});

test('a queue is emptied in several claims; without room nothing is claimed, nor forgotten', async () => {
	const { waiting, claimed, store, claims, settled } = setUp();
	store.hasRoom = false;
	waiting.set('a', 3);
	claims.wake('a');
	await settled();
	expect(claimed).toEqual([]);
	store.hasRoom = true;
	claims.look();
	await settled();
	expect([claimed, waiting.get('a')]).toEqual([['a', 'a'], 0]);
});

test('a queue that cannot be read is read again after a pause, and the others before it', async () => {
	const { waiting, claimed, trouble, store, claims } = setUp();
	const { claim } = store;
	waiting.set('a', 1).set('b', 1);
	store.claim = (queue) => (queue === 'a' ? Promise.reject(new Error('gone')) : claim(queue));
	claims.wake('a', 'b');
	await vi.waitFor(() => expect(claimed).toEqual(['b']));
	store.claim = claim;
	await vi.waitFor(() => expect(claimed).toEqual(['b', 'a']));
	expect(trouble).toEqual([{ err: new Error('gone'), queue: 'a' }]);
});
