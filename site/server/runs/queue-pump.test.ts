import { expect, test, vi } from 'vitest';
import type { Database } from '../store/database.ts';
import { openQueuePump, type TakenOf } from './queue-pump.ts';

/** A store in which runs wait, by queue, and a runner with room. `asked` and `taken` record what the pump asks of both. */
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
	const pump = openQueuePump({
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
	return { waiting, asked, taken, trouble, store, pump, settled, setRoom };
}

test('a queue that was empty is not read again for each slot that becomes free, until a run joins', async () => {
	const { waiting, asked, taken, pump, settled } = setUp();
	pump.look(['a', 'b']);
	await settled();
	pump.look(['a', 'b']);
	await settled();
	expect([asked, taken]).toEqual([[['a', 'b']], []]);

	waiting.set('a', 1);
	pump.wake('a');
	await settled();
	pump.look(['a', 'b']);
	await settled();
	expect([asked, taken]).toEqual([[['a', 'b'], ['a']], ['a']]);

	waiting.set('b', 1);
	pump.joined('b');
	await settled();
	expect([asked.length, taken]).toEqual([2, ['a', 'b']]);
});

test('a run that joins while the store is read is not overlooked', async () => {
	const { waiting, taken, store, pump, settled } = setUp();
	let answer = (_: string[]) => {};
	store.answer = () => new Promise((resolve) => (answer = resolve));
	pump.look(['a']);
	await settled();
	waiting.set('a', 1);
	pump.joined('a');
	answer([]);
	await settled();
	expect(taken).toEqual(['a']);

	store.answer = (names) => Promise.resolve(names);
	let finish = (_: TakenOf) => {};
	const { take } = store;
	store.take = () => new Promise((resolve) => (finish = resolve));
	pump.wake('a');
	await settled();
	store.take = take;
	waiting.set('a', 1);
	pump.wake('a');
	finish('all');
	await settled();
	expect(taken).toEqual(['a', 'a', 'a']);
});

test('a queue is emptied in several goes; without room nothing is taken, nor forgotten', async () => {
	const { waiting, asked, taken, pump, settled, setRoom } = setUp();
	setRoom(false);
	waiting.set('a', 3);
	pump.joined('a');
	await settled();
	expect([asked, taken]).toEqual([[], []]);
	setRoom(true);
	pump.look(['a']);
	await settled();
	expect([asked.flat(), taken, waiting.get('a')]).toEqual([[], ['a', 'a'], 0]);
});

test('after messages may have been missed, every queue is read again', async () => {
	const { waiting, taken, pump, settled } = setUp();
	pump.look(['a']);
	await settled();
	waiting.set('a', 1);
	pump.look(['a']);
	await settled();
	expect(taken).toEqual([]);
	pump.forget();
	pump.look(['a']);
	await settled();
	expect(taken).toEqual(['a']);
});

test('a queue that cannot be read is read again after a pause, and the others meanwhile', async () => {
	const { waiting, taken, trouble, store, pump } = setUp();
	const { take } = store;
	waiting.set('a', 1).set('b', 1);
	store.take = (name) => (name === 'a' ? Promise.reject(new Error('gone')) : take(name));
	pump.look(['a', 'b']);
	await vi.waitFor(() => expect(taken).toEqual(['a', 'b']));
	store.take = take;
	await vi.waitFor(() => expect(taken).toEqual(['a', 'b', 'a']));
	expect(trouble).toEqual([{ err: new Error('gone'), queues: ['a'] }]);
	expect(waiting.get('a')).toBe(0);
});
