import { expect, test } from 'vitest';
import { createHeartbeat } from './heartbeat.ts';

/** Beats until the other side is given up, if it gives signs after these beats. */
function beatsWith(signsAfter: number[]): number {
	const pulse = createHeartbeat();
	for (let beat = 1; beat < 100; beat++) {
		if (pulse.tick()) return beat;
		if (signsAfter.includes(beat)) pulse.received();
	}
	return Infinity;
}

test('a silent connection is given up after six beats, three seconds at the most', () => {
	expect(beatsWith([])).toBe(6);
	expect(beatsWith([1, 2, 3])).toBe(9);
});

test('a sign every fifth beat is enough', () => {
	expect(beatsWith(Array.from({ length: 20 }, (_, i) => 5 * (i + 1)))).toBe(Infinity);
});
