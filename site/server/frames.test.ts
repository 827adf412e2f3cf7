import { expect, test } from 'vitest';
import { frameOf, isEnding, lastSeen, passingFrame } from './frames.ts';

test('an event of the history carries its number, one about now does not', () => {
	const text = '{"type":"stage","stage":"link"}';
	expect(frameOf({ seq: 7, type: 'stage', text })).toBe(`id: 7\nevent: stage\ndata: ${text}\n\n`);
	expect(passingFrame('queued', '{}')).toBe('event: queued\ndata: {}\n\n');
});

test('a browser that comes back is believed only when it names a number', () => {
	expect([undefined, '', '12', '-1', '1e9', '99999999999', 'x'].map(lastSeen)).toEqual([
		0, 0, 12, 0, 0, 0, 0
	]);
});

test('nothing follows a run that finished, failed or was cancelled', () => {
	const types = ['queued', 'started', 'point', 'finished', 'failed', 'cancelled'];
	expect(types.filter(isEnding)).toEqual(['finished', 'failed', 'cancelled']);
});
