import { expect, test } from 'vitest';
import { ApiError } from '../run/api.ts';
import type { Frame, Views } from './api.ts';
import { Room } from './room.svelte.ts';

const now = '2026-01-01T00:00:00.000Z';

/** Each attempt to connect does the next of these. */
function source(attempts: (Frame<string> | Error)[][]): Views<string> & { pauses: number[] } {
	const pauses: number[] = [];
	return {
		pauses,
		async *views() {
			for (const frame of attempts.shift() ?? [undefined]) {
				if (frame instanceof Error) throw frame;
				yield frame;
			}
		},
		pause: async (ms) => void pauses.push(ms)
	};
}

test('a lost connection is found again, and the view stays meanwhile', async () => {
	const views = source([
		[{ now, view: 'one' }],
		[new ApiError(0, 'unreachable')],
		[{ now, view: 'two' }, new ApiError(0, 'unreachable')]
	]);
	const room = new Room(views);
	await room.follow();
	expect([room.view, room.gone]).toEqual(['two', true]);
	expect(views.pauses).toHaveLength(3);
	// the second failure in a row waits longer than the first
	expect(views.pauses[1]).toBeGreaterThan((views.pauses[0] ?? 0) * 1.19);
});

test('a browser without a place in the workshop does not ask again', async () => {
	const views = source([[new ApiError(401, 'no seat')]]);
	const room = new Room(views, 'kept');
	await room.follow();
	expect([room.view, room.gone, views.pauses]).toEqual(['kept', true, []]);
});
