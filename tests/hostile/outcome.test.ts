import { expect, test } from 'vitest';
import { explain } from '../../runner/src/measure/explain.ts';
import { differences, type Outcome } from './outcome.ts';

const failure = explain({
	kind: 'crash',
	stage: 'measure',
	exitCode: 9,
	text: 'one EPERM\ntwo ok\n'
});
const { title, hint } = failure;
const crash: Outcome = { failure };
const expected = { failure: { kind: 'crash', stage: 'measure', exitCode: 9 }, title, hint };

test('a failure that is as expected has no differences, and every part that is not has one', () => {
	expect(differences({ ...expected, told: ['one EPERM', '/^two (ok|no)$/'] }, crash)).toEqual([]);
	expect(differences({ ...expected, says: ['two ok'] }, crash)).toEqual([]);
	for (const changed of [
		{ ...expected, title: 'Another.' },
		{ ...expected, hint: 'Another.' },
		{ ...expected, failure: { ...expected.failure, exitCode: 8 } },
		{ ...expected, told: ['one EPERM'] },
		{ ...expected, told: ['one ok', 'two ok'] },
		{ ...expected, says: ['/^three/'] },
		{ succeeds: true as const },
		{ refused: { status: 400, message: 'No.' } }
	])
		expect(differences(changed, crash)).toHaveLength(1);
});

test('a refusal is one only with its status and its words', () => {
	const wanted = { refused: { status: 400, message: 'The flag $each is not possible here' } };
	const refused = (status: number, message: string) => ({
		refused: { status, messages: [message] }
	});
	const said = 'The flag "-x" is not possible here; try one like -O0.';
	expect(differences(wanted, refused(400, said), '"-x"')).toEqual([]);
	expect(differences(wanted, refused(500, said), '"-x"')).toHaveLength(1);
	expect(differences(wanted, refused(400, said), '"-y"')).toHaveLength(1);
	expect(differences(wanted, { succeeded: { measured: false } }, '"-x"')).toHaveLength(1);
	expect(differences(wanted, { broke: 'INTERNAL' }, '"-x"')).toHaveLength(1);
});
