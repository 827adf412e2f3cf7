import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import type { Database } from '../store/database.ts';
import type { Hub } from './events.ts';
import { openQueuePositions, waitOf } from './queue-positions.ts';

test('the wait is the median of recent runs, times the place, shared by the slots', () => {
	expect(waitOf([1000, 9000, 2000], 1, 1)).toBe(2000);
	expect(waitOf([1000, 9000, 2000], 6, 4)).toBe(3000);
});

test('without recent runs or without slots the wait is unknown', () => {
	expect([waitOf([], 1, 4), waitOf([1000], 1, 0)]).toEqual([undefined, undefined]);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Positions of these runs, all of which are watched; what their watchers got so far. */
function setUp(runs: string[]) {
	const sent: [run: string, position: number][] = [];
	const query = (text: string) =>
		Promise.resolve(
			text.includes('count(*)::int as runs')
				? [{ queue: 'x86-64', runs: runs.length }]
				: runs.map((id, at) => ({ id, queue: 'x86-64', place: at + 1 }))
		);
	const announce = (run: string, event: RunEvent) =>
		void sent.push([run, event.type === 'queued' ? event.position : 0]);
	const hub: Pick<Hub, 'announce' | 'watched'> = { announce, watched: () => [...runs] };
	const database = { query } as unknown as Database;
	return { sent, positions: openQueuePositions(database, hub, () => []) };
}

test('a position is sent after a pause, again only if it changes, and to whoever comes later', async () => {
	const runs = ['a', 'b'];
	const { sent, positions } = setUp(runs);
	positions.moved();
	positions.moved();
	await vi.advanceTimersByTimeAsync(199);
	expect(sent).toEqual([]);
	await vi.advanceTimersByTimeAsync(1);
	expect(sent.splice(0)).toEqual([
		['a', 1],
		['b', 2]
	]);
	positions.moved();
	await vi.advanceTimersByTimeAsync(200);
	expect(sent).toEqual([]);
	runs.shift();
	positions.moved();
	await vi.advanceTimersByTimeAsync(200);
	expect(sent.splice(0)).toEqual([['b', 1]]);
	positions.tell('b');
	await vi.advanceTimersByTimeAsync(200);
	expect(sent).toEqual([['b', 1]]);
});

test('of a hundred waiting runs, each gets a position once a second', async () => {
	const { sent, positions } = setUp(Array.from({ length: 100 }, (_, at) => `run-${at}`));
	positions.moved();
	await vi.advanceTimersByTimeAsync(200);
	expect(sent.splice(0)).toHaveLength(100);
	positions.tell('run-7');
	// The pause that began before there were positions.
	await vi.advanceTimersByTimeAsync(200);
	expect(sent.splice(0)).toEqual([['run-7', 8]]);
	positions.tell('run-8');
	await vi.advanceTimersByTimeAsync(989);
	expect(sent).toEqual([]);
	await vi.advanceTimersByTimeAsync(11);
	expect(sent).toEqual([['run-8', 9]]);
});
