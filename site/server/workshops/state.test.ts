import { expect, test } from 'vitest';
import { after, begin, stepOf } from './state.ts';

const now = Date.parse('2026-01-01T10:00:00Z');

test('a workshop begins at its first exercise, with the first vote open', () => {
	const state = begin(['one', 'two']);
	expect(state).toEqual({ at: 'one', calls: 0, steps: {} });
	expect(stepOf(state, 'one')).toEqual({ vote: 1, revealed: false, challenge: false });
});

test('a second vote hides what was revealed; each exercise keeps its own step', () => {
	let state = begin(['one', 'two']);
	state = after(state, { act: 'reveal', on: true }, now);
	state = after(state, { act: 'vote', round: 2 }, now);
	state = after(state, { act: 'go', exercise: 'two' }, now);
	state = after(state, { act: 'challenge', on: true }, now);
	expect(state).toEqual({
		at: 'two',
		since: '2026-01-01T10:00:00.000Z',
		calls: 0,
		steps: {
			one: { vote: 2, revealed: false, challenge: false },
			two: { vote: 1, revealed: false, challenge: true }
		}
	});
});

test('a timer ends so many seconds from now, is stopped by 0, and does not go along to another exercise', () => {
	const running = after(begin(['one', 'two']), { act: 'timer', seconds: 90 }, now);
	expect(running.timer).toEqual({ endsAt: '2026-01-01T10:01:30.000Z', seconds: 90 });
	expect(after(running, { act: 'timer', seconds: 0 }, now).timer).toBeUndefined();
	expect(after(running, { act: 'go', exercise: 'one' }, now).timer).toEqual(running.timer);
	expect(after(running, { act: 'go', exercise: 'two' }, now).timer).toBeUndefined();
});

test('calls to everybody are counted, so that a second call has an effect as well', () => {
	const once = after(begin(['one']), { act: 'bring' }, now);
	expect(after(once, { act: 'bring' }, now).calls).toBe(2);
});

test('the time at an exercise begins with the host’s first act, and again at each other exercise', () => {
	const later = now + 60_000;
	const first = after(begin(['one', 'two']), { act: 'bring' }, now);
	const same = after(first, { act: 'go', exercise: 'one' }, later);
	const other = after(same, { act: 'go', exercise: 'two' }, later);
	expect([begin(['one']).since, first.since, same.since, other.since]).toEqual([
		undefined,
		'2026-01-01T10:00:00.000Z',
		'2026-01-01T10:00:00.000Z',
		'2026-01-01T10:01:00.000Z'
	]);
});
