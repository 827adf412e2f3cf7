import { expect, test, vi } from 'vitest';
import type { Database } from '../store/database.ts';
import { openQueueWatch, type TakenOf } from './queue-watch.ts';

/** A store in which runs wait, by queue, and a runner with room. `asked` and `taken` record what is asked of both. */
function setUp() {
	const waiting = new Map<string, number>();
	let room = true;
	const asked: string[][] = [];
	const taken: string[] = [];
	const trouble: unknown[] = [];
	const store = {
		answer: (names: string[]): Promise<string[]> =>
			Promise.resolve(names.filter((name) => (waiting.get(name) ?? 0) > 0)),
		take: (name: string): Promise<TakenOf> => {
			const runs = waiting.get(name) ?? 0;
			waiting.set(name, Math.max(0, runs - 2));
			return Promise.resolve(runs >= 2 ? 'some' : 'all');
		}
	};
	const query = async (_: string, [names]: unknown[] = []) => {
		// The statement is asked with one list of queues.
		const queues = names as string[];
		asked.push(queues);
		return (await store.answer(queues)).map((name) => ({ name }));
	};
	const watch = openQueueWatch({
		database: { query } as unknown as Database,
		hasRoom: () => room,
		take: async (name, waits) => {
			if (!waits || !room) return 'none';
			taken.push(name);
			return store.take(name);
		},
		log: { error: (facts: unknown) => trouble.push(facts) }
	});
	const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
	const setRoom = (is: boolean) => (room = is);
	return { waiting, asked, taken, trouble, store, watch, settled, setRoom };
}

test('a queue that was empty is not read again for each slot that becomes free, until a run joins', async () => {
	const { waiting, asked, taken, watch, settled } = setUp();
	watch.look(['a', 'b']);
	await settled();
	watch.look(['a', 'b']);
	await settled();
	expect([asked, taken]).toEqual([[['a', 'b']], []]);

	waiting.set('a', 1);
	watch.wake('a');
	await settled();
	watch.look(['a', 'b']);
	await settled();
	expect([asked, taken]).toEqual([[['a', 'b'], ['a']], ['a']]);

	waiting.set('b', 1);
	watch.joined('b');
	await settled();
	expect([asked.length, taken]).toEqual([2, ['a', 'b']]);
});

test('a run that joins while the store is read is not overlooked', async () => {
	const { waiting, taken, store, watch, settled } = setUp();
	let answer = (_: string[]) => {};
	store.answer = () => new Promise((resolve) => (answer = resolve));
	watch.look(['a']);
	await settled();
	waiting.set('a', 1);
	watch.joined('a');
	answer([]);
	await settled();
	expect(taken).toEqual(['a']);

	store.answer = (names) => Promise.resolve(names);
	let finish = (_: TakenOf) => {};
	const { take } = store;
	store.take = () => new Promise((resolve) => (finish = resolve));
	watch.wake('a');
	await settled();
	store.take = take;
	waiting.set('a', 1);
	watch.wake('a');
	finish('all');
	await settled();
	expect(taken).toEqual(['a', 'a', 'a']);
});

test('a queue is emptied in several goes; without room nothing is taken, nor forgotten', async () => {
	const { waiting, asked, taken, watch, settled, setRoom } = setUp();
	setRoom(false);
	waiting.set('a', 3);
	watch.joined('a');
	await settled();
	expect([asked, taken]).toEqual([[], []]);
	setRoom(true);
	watch.look(['a']);
	await settled();
	expect([asked.flat(), taken, waiting.get('a')]).toEqual([[], ['a', 'a'], 0]);
});

test('after messages may have been missed, every queue is read again', async () => {
	const { waiting, taken, watch, settled } = setUp();
	watch.look(['a']);
	await settled();
	waiting.set('a', 1);
	watch.look(['a']);
	await settled();
	expect(taken).toEqual([]);
	watch.forget();
	watch.look(['a']);
	await settled();
	expect(taken).toEqual(['a']);
});

test('a queue that cannot be read is read again after a pause, and the others meanwhile', async () => {
	const { waiting, taken, trouble, store, watch } = setUp();
	const { take } = store;
	waiting.set('a', 1).set('b', 1);
	store.take = (name) => (name === 'a' ? Promise.reject(new Error('gone')) : take(name));
	watch.look(['a', 'b']);
	await vi.waitFor(() => expect(taken).toEqual(['a', 'b']));
	store.take = take;
	await vi.waitFor(() => expect(taken).toEqual(['a', 'b', 'a']));
	expect(trouble).toEqual([{ err: new Error('gone'), queues: ['a'] }]);
	expect(waiting.get('a')).toBe(0);
});
