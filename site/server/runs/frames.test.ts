import { expect, test } from 'vitest';
import { frameOf, isAt, lastSeen, marked, passingFrame } from './frames.ts';

test('an event of the history carries its place, one about now does not', () => {
	const text = '{"type":"stage","stage":"link"}';
	expect(frameOf({ seq: 7, mark: 0xa1, type: 'stage', text })).toBe(
		`id: 7.a1\nevent: stage\ndata: ${text}\n\n`
	);
	expect(passingFrame('queued', '{}')).toBe('event: queued\ndata: {}\n\n');
});

test('a browser that comes back is believed only when it names a place', () => {
	for (const none of [undefined, '', '-1', '1e9', '99999999999', 'x', '7.', '7.xyz', '7.a1b2c3d4e'])
		expect(lastSeen(none)).toEqual({ seq: 0 });
	expect(lastSeen('7.a1b2c3d4')).toEqual({ seq: 7, mark: 0xa1b2c3d4 });
	expect(lastSeen('12')).toEqual({ seq: 12 });
});

test('a place is in one history only: its mark includes all earlier events', () => {
	const event = (seq: number, text: string) => ({ seq, type: 'stage', text });
	const [, second] = marked([event(1, 'a'), event(2, 'b')]);
	const [, other] = marked([event(1, 'x'), event(2, 'b')]);
	if (!second || !other) throw new Error('Both have two events.');
	const place = lastSeen(/^id: (.*)$/m.exec(frameOf(second))?.[1]);
	expect([second, other].map((one) => isAt(place, one))).toEqual([true, false]);
	expect(isAt({ seq: 2 }, other)).toBe(true);
});
