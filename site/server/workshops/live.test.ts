import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { seatRow, workshopRow } from '../../fixtures/workshop-rows.ts';
import { openLive } from './live.ts';
import type { Room } from './room.ts';

const room: Room = {
	workshop: workshopRow(),
	seats: [seatRow(1, 'Ada')],
	votes: [],
	runs: [],
	floor: [],
	exercises: []
};

function watched(rooms: (Room | undefined)[]) {
	const next = vi.fn(() => Promise.resolve(rooms.length > 1 ? rooms.shift() : rooms[0]));
	const live = openLive(next, pino({ level: 'silent' }));
	const frames: string[] = [];
	const end = vi.fn();
	const watcher = { send: (frame: string) => frames.push(frame), end };
	live.watch('w', { ...watcher, seat: { workshop: 'w', number: 2 } });
	const events = () => frames.flatMap((frame) => /^event: (\w+)/.exec(frame)?.[1] ?? []);
	return { live, events, end, reads: next };
}

test('somebody who joined while the room was being read gets the next view, and is not sent away', async () => {
	const after = { ...room, seats: [...room.seats, seatRow(2, 'Bob')] };
	const { live, events, end, reads } = watched([room, after]);
	await vi.waitFor(() => expect(reads).toHaveBeenCalledOnce());
	expect(events()).toEqual([]);
	live.changed('w');
	await vi.waitFor(() => expect(events()).toEqual(['view']));
	expect(end).not.toHaveBeenCalled();
	live.close();
});

test('everybody is sent away when the workshop was deleted', async () => {
	const { live, events, end } = watched([undefined]);
	await vi.waitFor(() => expect(events()).toEqual(['gone']));
	expect(end).toHaveBeenCalledOnce();
	live.close();
});

test('one read serves all watchers, and one more everything that changed during it', async () => {
	const { live, reads } = watched([room]);
	live.watch('w', { send: () => {}, end: () => {} });
	await vi.waitFor(() => expect(reads).toHaveBeenCalledOnce());
	for (let change = 0; change < 50; change += 1) live.changed('w');
	await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(2));
	await setTimeout(200);
	expect(reads).toHaveBeenCalledTimes(2);
	live.close();
});
