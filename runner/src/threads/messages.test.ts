import { expect, test } from 'vitest';
import { SandboxError } from '../sandbox/sandbox-error.ts';
import {
	EventTooLarge,
	asBuffer,
	toSentError,
	fromSentError,
	sendable,
	largestEvent,
	eventSender,
	encodeEvent,
	type EncodedEvent
} from './messages.ts';
import type { RunEvent } from '@cyclelab/contract/schema/job';

test.each([
	[new SandboxError('ENGINE_DOWN', 'The Docker Engine does not answer.'), SandboxError],
	[new EventTooLarge('Too large.'), EventTooLarge],
	[new TypeError('ours'), Error]
])('an error is of the same class and code on the other side: %s', (error, kind) => {
	const crossed = fromSentError(structuredClone(toSentError(error)));
	expect(crossed).toBeInstanceOf(kind);
	expect(toSentError(crossed)).toEqual(toSentError(error));
});

test('a reason that is no Error crosses as its text', () => {
	expect(fromSentError(toSentError('cancelled')).message).toBe('cancelled');
});

test('bytes that are a part of other memory are copied, and nothing beside them is sent', () => {
	const whole = Buffer.from('before bytes after');
	const part = whole.subarray(7, 12);
	for (const owned of [true, false]) {
		const sent = sendable(part, owned);
		expect([sent.buffer.byteLength, asBuffer(sent).toString()]).toEqual([5, 'bytes']);
	}
});

test('bytes that are all of their memory are moved by their owner and copied by others', () => {
	const bytes = new Uint8Array([1, 2, 3]);
	expect(sendable(bytes, true).buffer).toBe(bytes.buffer);
	expect(sendable(bytes, false).buffer).not.toBe(bytes.buffer);
});

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
	const { emit, check } = eventSender((encodedEvent) => encoded.push(encodedEvent), abort);
	emit(notice('a moment'));
	check();
	emit({ type: 'waiting', position: NaN });
	emit(notice('later'));
	expect([encoded.length, abort.signal.aborted]).toEqual([1, true]);
	expect(check).toThrow();
});
