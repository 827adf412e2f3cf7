import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { StoredEvent } from './event-store.ts';
import { openHub } from './events.ts';

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
	const watch = async () => {
		const received: string[] = [];
		const send = (frame: string) => void received.push(/^event: (.+)$/m.exec(frame)?.[1] ?? frame);
		void hub.watch('run', { seq: 0 }, { send, end: () => void received.push('end') });
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
		expect(hub.unheld()).toEqual([]);
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
	expect(hub.unheld()).toEqual([]);
});
