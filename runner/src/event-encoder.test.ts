import { expect, test } from 'vitest';
import type { RunEvent } from './schema/job.ts';
import { largestEvent, eventSender, encodeEvent, type EncodedEvent } from './event-encoder.ts';

const notice = (text: string): RunEvent => ({ type: 'stage', stage: 'compile', notice: text });

test('an event within the schema of the site is encoded', () => {
	const event = notice('a moment');
	expect(encodeEvent(event)).toEqual({ json: JSON.stringify(event), type: 'stage' });
	const measures: RunEvent = { type: 'stage', stage: 'measure' };
	expect(encodeEvent(measures)).toEqual({
		json: JSON.stringify(measures),
		type: 'stage',
		measures: true
	});
});

test('an event that is too large is refused with a sentence for the learner', () => {
	expect(() => encodeEvent(notice('é'.repeat(largestEvent / 2)))).toThrow(
		'One result of this code is larger than the limit of 12 MiB. Make the code smaller.'
	);
});

test('a number that is none never leaves', () => {
	expect(() => encodeEvent({ type: 'waiting', position: Infinity })).toThrow();
	expect(() => encodeEvent({ type: 'waiting', position: 2 ** 60 })).toThrow();
});

test('an event that cannot be sent aborts its job', () => {
	const encoded: EncodedEvent[] = [];
	const abort = new AbortController();
	const { emit, check } = eventSender((one) => encoded.push(one), abort);
	emit(notice('a moment'));
	check();
	emit({ type: 'waiting', position: NaN });
	emit(notice('later'));
	expect([encoded.length, abort.signal.aborted]).toEqual([1, true]);
	expect(check).toThrow();
});
