import { eventMessage } from '@cyclelab/contract/schema/gateway';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import { expect, test } from 'vitest';
import { accepted, refused } from '../../shared/checked.ts';
import { parseMessage } from './gateway.ts';

const event: RunEvent = { type: 'stage', stage: 'compile', variant: 'wide' };
const message = { type: 'event', run: 'r1', event };

test('an event is read, and kept as the runner wrote it', () => {
	const text = '{"type":"stage", "variant":"wide","stage":"compile"}';
	expect(parseMessage(eventMessage('r1', text))).toEqual(accepted({ message, text }));
});

test('an event inside its message is written again', () => {
	expect(parseMessage(JSON.stringify(message))).toEqual(
		accepted({ message, text: JSON.stringify(event) })
	);
});

test.each([
	['several lines', '{"type":"stage",\n"stage":"compile","variant":"wide"}'],
	['carriage returns', '{"type":"stage",\r"stage":"compile","variant":"wide"}'],
	['another order', '{"stage":"compile","type":"stage","variant":"wide"}'],
	['two types', '{"type":"finished","type":"stage","stage":"compile","variant":"wide"}']
])('an event with %s is written again: readers get one line with its one type', (_what, text) => {
	expect(parseMessage(eventMessage('r1', text))).toEqual(
		accepted({ message, text: JSON.stringify(event) })
	);
});

test('an event that is nested deeper than the store can parse is refused, also where a second member hides that', () => {
	const nested = (levels: number) =>
		`{"type":"stage","stage":${'['.repeat(levels)}${']'.repeat(levels)},"stage":"compile","variant":"wide"}`;
	const kept = accepted({ message, text: nested(20) });
	expect(parseMessage(eventMessage('r1', nested(20)))).toEqual(kept);
	expect(parseMessage(eventMessage('r1', nested(100_000)))).toEqual(
		refused(
			'A message of this runner was nested deeper than 64 levels. Run the same version of both.'
		)
	);
});

test.each([
	['{', 'A message of this runner was not JSON.'],
	['{"type":"event","run":"r1"}\n{"type":"cancelled"},"event":{}', 'was not JSON'],
	['{"type":"event","run":"r1"}\n{"type":"finished"}', 'did not understand'],
	[
		'{"type":"hello","runner":{"contract":1}}',
		'This runner uses version 1 of the contract, the site version 3. Update the older of the two.'
	]
])('%j is refused with a sentence', (text, sentence) => {
	expect(parseMessage(text)).toEqual(refused(expect.stringContaining(sentence)));
});

test.each([
	['a\u0000b', 'A message of this runner about itself contained the character U+0000.'],
	['a\\\u0000b', 'A message of this runner about itself contained the character U+0000.']
])('a runner that says %j about itself is refused', (reason, sentence) => {
	const state = { type: 'state', state: 'degraded', reason };
	expect(parseMessage(JSON.stringify(state))).toEqual(refused(expect.stringContaining(sentence)));
});

test('a backslash before u0000 is text, and what a program printed may contain U+0000', () => {
	const state = { type: 'state', state: 'degraded', reason: 'a\\u0000b' };
	expect(parseMessage(JSON.stringify(state))).toEqual(accepted({ message: state }));
	const printed = { ...event, notice: 'a\u0000b' };
	expect(parseMessage(eventMessage('r1', JSON.stringify(printed)))).toMatchObject(
		accepted({ message: { type: 'event', event: printed } })
	);
});
