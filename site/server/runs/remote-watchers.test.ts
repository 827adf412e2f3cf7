import { expect, test } from 'vitest';
import { createRemoteWatchers } from './remote-watchers.ts';

test('a run is watched elsewhere until nobody has said so for five seconds', () => {
	let now = 0;
	const watchers = createRemoteWatchers(() => now);
	expect([watchers.note(['a', 'b']), watchers.has('a'), watchers.has('c')]).toEqual([
		['a', 'b'],
		true,
		false
	]);
	now = 4000;
	expect(watchers.note(['b', 'c'])).toEqual(['c']);
	now = 5000;
	expect(['a', 'b', 'c'].map(watchers.has)).toEqual([false, true, true]);
	expect(watchers.note(['a'])).toEqual(['a']);
});
