import { expect, test } from 'vitest';
import { explain } from '@cyclelab/contract/measure/explain';
import { differences, differentEvents, outcomeOf, type HostileOutcome } from './outcome.ts';

const failure = explain({
	kind: 'crash',
	stage: 'measure',
	exitCode: 9,
	text: 'one EPERM\ntwo ok\n'
});
const { title, hint } = failure;
const crash: HostileOutcome = { failure };
const expected = { failure: { kind: 'crash', stage: 'measure', exitCode: 9 }, title, hint };

test('an expected failure has no differences, and each changed part of it has one', () => {
	expect(differences({ ...expected, output: ['one EPERM', '/^two (ok|no)$/'] }, crash)).toEqual([]);
	expect(differences({ ...expected, outputIncludes: ['two ok'] }, crash)).toEqual([]);
	for (const changed of [
		{ ...expected, title: 'Another.' },
		{ ...expected, hint: 'Another.' },
		{ ...expected, failure: { ...expected.failure, exitCode: 8 } },
		{ ...expected, output: ['one EPERM'] },
		{ ...expected, output: ['one ok', 'two ok'] },
		{ ...expected, outputIncludes: ['/^three/'] },
		{ succeeds: true as const },
		{ refused: { status: 400, message: 'No.' } }
	])
		expect(differences(changed, crash)).toHaveLength(1);
});

test('a run counts as ended with any report, but not if the site took it from its runner', () => {
	const ends = { ends: true as const };
	expect(differences(ends, crash)).toEqual([]);
	expect(differences(ends, { succeeded: { measured: false } })).toEqual([]);
	expect(differences(ends, { refused: { status: 400, messages: [] } })).toHaveLength(1);
	const moved = { status: 202, body: '', events: [{ type: 'moved' as const, from: 'a' }] };
	expect(outcomeOf(moved, 'a')).toEqual({ broke: 'its runner was taken away' });
});

test('a refusal matches only with the expected status and message', () => {
	const wanted = { refused: { status: 400, message: 'The flag $each is not possible here' } };
	const refused = (status: number, text: string) => ({
		refused: { status, messages: [text] }
	});
	const message = 'The flag "-x" is not possible here; try one like -O0.';
	expect(differences(wanted, refused(400, message), '"-x"')).toEqual([]);
	expect(differences(wanted, refused(500, message), '"-x"')).toHaveLength(1);
	expect(differences(wanted, refused(400, message), '"-y"')).toHaveLength(1);
	expect(differences(wanted, { succeeded: { measured: false } }, '"-x"')).toHaveLength(1);
	expect(differences(wanted, { broke: 'INTERNAL' }, '"-x"')).toHaveLength(1);
});

test('events differ if one of them is another, or if one run alone has some', () => {
	const rates = { loads: 1, stores: 1, blocked: 0.001 };
	expect(differentEvents(rates, { loads: 1.01, stores: 1 })).toEqual([]);
	expect(differentEvents(rates, { loads: 1, stores: 0.5, aliases: 1 })).toEqual([
		'stores',
		'aliases'
	]);
	expect(differentEvents(rates, 'No trace.')).toHaveLength(1);
	expect(differentEvents('No trace.', 'No trace.')).toEqual([]);
});
