import { expect, test } from 'vitest';
import { SandboxError } from '../sandbox/sandbox-error.ts';
import { EventTooLarge } from '../event-encoder.ts';
import { asBuffer, toSentError, fromSentError, sendable } from './messages.ts';

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
