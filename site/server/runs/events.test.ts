import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { fixed } from '../base/config.ts';
import type { StoredEvent } from './event-store.ts';
import {
	openHub,
	marked,
	type HistoryPosition,
	frameOf,
	isAt,
	lastSeen,
	passingFrame
} from './events.ts';

const event = (seq: number, type: string): StoredEvent => ({
	seq,
	type,
	text: JSON.stringify({ type })
});

/** A hub beside a store with events of one run, which another process holds. */
function hubOn(stored: StoredEvent[]) {
	const waiting: (() => void)[] = [];
	let isOpen = false;
	const query = async (_text: string, [, after]: readonly unknown[] = []) => {
		const rows = stored
			.filter(({ seq }) => seq > Number(after))
			.map(({ seq, text }) => ({ seq, event: text }));
		if (!isOpen) await new Promise<void>((go) => void waiting.push(go));
		return rows;
	};
	const hub = openHub({ query }, { write: () => {}, drained: async () => {} });
	/** Begins to watch and to read the store. Returns what the watcher gets: the types of events, and `end`. */
	const watch = async (position: HistoryPosition = { seq: 0 }) => {
		const received: string[] = [];
		const send = (frame: string) => void received.push(/^event: (.+)$/m.exec(frame)?.[1] ?? frame);
		void hub.watch('run', position, { send, end: () => void received.push('end') });
		await turn();
		return received;
	};
	/** The store answers the readings so far, in this order, and later ones at once. */
	const answer = async (inOrder = (readings: (() => void)[]) => readings) => {
		isOpen = true;
		for (const go of inOrder(waiting)) {
			go();
			await turn();
		}
	};
	return { hub, answer, watch };
}

test.each([
	['in order', (readings: (() => void)[]) => readings],
	['the newer one first', (readings: (() => void)[]) => readings.toReversed()]
])(
	'of two readings of the store, the newer one reaches both watchers, answered %s',
	async (_, inOrder) => {
		const stored: StoredEvent[] = [];
		const { hub, answer, watch } = hubOn(stored);
		const first = await watch();
		stored.push(event(1, 'started'));
		const second = await watch();
		await answer(inOrder);
		expect({ first, second }).toEqual({ first: ['started'], second: ['started'] });
		stored.push(event(2, 'finished'));
		await hub.catchUp('run');
		const all = ['started', 'finished', 'end'];
		expect({ first, second }).toEqual({ first: all, second: all });
		expect(hub.isActive('run')).toBe(false);
	}
);

test('a watcher who reads the end of a run ends it for an earlier watcher as well', async () => {
	const stored = [event(1, 'started')];
	const { hub, answer, watch } = hubOn(stored);
	const first = await watch();
	stored.push(event(2, 'finished'));
	const second = await watch();
	await answer();
	const all = ['started', 'finished', 'end'];
	expect({ first, second }).toEqual({ first: all, second: all });
	expect(hub.isActive('run')).toBe(false);
});

test('a watcher whose last event is not stored yet waits for it, and gets only what follows', async () => {
	const all = [event(1, 'started'), event(2, 'moved'), event(3, 'started')];
	const stored = all.slice(0, 1);
	const { answer, watch } = hubOn(stored);
	const [, last] = marked(all);
	const received = await watch(last);
	await answer();
	expect(received).toEqual([]);
	stored.push(...all.slice(1));
	await vi.waitFor(() => expect(received).toEqual(['started']));
});

test('a watcher whose last event was lost, and another is stored in its place, gets the whole history', async () => {
	const stored = [event(1, 'started')];
	const { answer, watch } = hubOn(stored);
	const [, last] = marked([...stored, event(2, 'inspected')]);
	const received = await watch(last);
	await answer();
	expect(received).toEqual([]);
	stored.push(event(2, 'moved'));
	await vi.waitFor(() => expect(received).toEqual(['started', 'moved']));
});

test('a watcher whose last event is stored by nobody gets the history that there is', async () => {
	const stored = [event(1, 'started')];
	const { answer, watch } = hubOn(stored);
	const received = await watch({ seq: 2, mark: 1 });
	await answer();
	await vi.waitFor(() => expect(received).toEqual(['started']), 2 * fixed.lastEventMs);
});

test('a run that this process put in a queue has no events to read: a watcher waits for the first', async () => {
	const stored: StoredEvent[] = [];
	const { hub, answer, watch } = hubOn(stored);
	expect([hub.isActive('run'), hub.isHeld('run')]).toEqual([false, false]);
	hub.expect('run');
	expect([hub.isActive('run'), hub.isHeld('run')]).toEqual([true, false]);
	expect(hub.watched()).toEqual([]);
	const here = await watch();
	expect(hub.watched()).toEqual(['run']);
	stored.push(event(1, 'started'), event(2, 'finished'));
	await answer();
	expect(here).toEqual([]);
	await hub.catchUp('run');
	expect(here).toEqual(['started', 'finished', 'end']);
	expect(hub.isActive('run')).toBe(false);
});

test('an expected run that nobody watches is forgotten with its first event elsewhere', async () => {
	const { hub, answer } = hubOn([event(1, 'started')]);
	await answer();
	hub.expect('run');
	await hub.catchUp('run');
	expect(hub.isActive('run')).toBe(false);
});

test('a run that is held elsewhere is announced to its holder at its first watcher, and read with the other watched runs', async () => {
	const announced: string[] = [];
	const stored = [event(1, 'started')];
	const query = async (_: string, [ids, after]: unknown[] = []) => {
		const from = Array.isArray(after) ? Number(after[0]) : Number(after ?? 0);
		const run = Array.isArray(ids) ? ids[0] : ids;
		return stored
			.filter(({ seq }) => seq > from)
			.map(({ seq, text }) => ({ run, seq, event: text }));
	};
	const hub = openHub({ query }, { write: () => {}, drained: async () => {} }, (run) =>
		announced.push(run)
	);
	const received: string[] = [];
	const watcher = {
		send: (frame: string) => received.push(frame),
		end: () => received.push('end')
	};
	await hub.watch('run', { seq: 0 }, watcher);
	await hub.watch('run', { seq: 0 }, { ...watcher, send: () => {} });
	expect([announced, received.length]).toEqual([['run'], 1]);
	stored.push(event(2, 'finished'));
	await hub.catchUpWatched();
	expect([received.length, hub.watched()]).toEqual([4, []]);
});

test('an event of the history carries its place, one about now does not', () => {
	const text = '{"type":"stage","stage":"link"}';
	expect(frameOf({ seq: 7, mark: 0xa1, type: 'stage', text })).toBe(
		`id: 7.a1\nevent: stage\ndata: ${text}\n\n`
	);
	expect(passingFrame('queued', '{}')).toBe('event: queued\ndata: {}\n\n');
});

test('a browser that comes back is believed only when it names a place', () => {
	for (const none of [
		undefined,
		'',
		'-1',
		'1e9',
		'99999999999',
		'x',
		'12',
		'7.',
		'7.xyz',
		'7.a1b2c3d4e'
	])
		expect(lastSeen(none)).toEqual({ seq: 0 });
	expect(lastSeen('7.a1b2c3d4')).toEqual({ seq: 7, mark: 0xa1b2c3d4 });
});

test('a place is in one history only: its mark includes all earlier events', () => {
	const event = (seq: number, text: string) => ({ seq, type: 'stage', text });
	const [, second] = marked([event(1, 'a'), event(2, 'b')]);
	const [, other] = marked([event(1, 'x'), event(2, 'b')]);
	if (!second || !other) throw new Error('Both have two events.');
	const place = lastSeen(/^id: (.*)$/m.exec(frameOf(second))?.[1]);
	expect([second, other].map((markedEvent) => isAt(place, markedEvent))).toEqual([true, false]);
});
