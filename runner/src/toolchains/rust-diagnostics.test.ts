import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ended } from '../../fixtures/outputs.ts';
import { inForce, stepLimits } from '../sandbox/limits.ts';
import { readCompile } from './rust-build.ts';
import { readRustMessages } from './rust-diagnostics.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/diagnostics');
/** rustc 1.85's messages: tests/integration/record/diagnostics.ts. */
const recorded = readFileSync(join(fixtures, 'changes.rs.json'));
const source = readFileSync(join(fixtures, 'changes.rs'), 'utf8');

const limits = inForce(stepLimits.compile);
const read = (stderr: Buffer | string, truncated?: 'stderr') =>
	readCompile(
		ended({
			exit: truncated ? { signal: 'SIGKILL' } : { code: 1 },
			stderr: Buffer.from(stderr),
			...(truncated && { truncated })
		}),
		{
			variant: 'changes',
			language: 'rs',
			compiler: 'rust-1.85',
			target: 'x86-64',
			flags: [],
			source
		},
		limits
	);

test('a note about inline assembly has what the assembler read', () => {
	const span = (file_name: string, line: number, text: string) => ({
		file_name,
		line_start: line,
		line_end: line,
		column_start: 2,
		column_end: 6,
		is_primary: true,
		text: [{ text, highlight_start: 1, highlight_end: 5 }]
	});
	const note = {
		message: 'instantiated into assembly here',
		level: 'note',
		spans: [span('<inline asm>', 3, '\tblurb rax')]
	};
	const error = {
		message: 'invalid instruction mnemonic',
		level: 'error',
		spans: [span('a.rs', 2, '"blurb {0}"')]
	};
	const { found } = readRustMessages(JSON.stringify({ ...error, children: [note] }), 'a.rs');
	expect(found.map(({ at, notes }) => [at?.line, notes[0]?.message])).toEqual([
		[2, 'instantiated into assembly here: blurb rax']
	]);
});

test('what rustc says becomes diagnostics with notes and changes', async () => {
	const { ok, ...said } = read(recorded);
	if (ok || !('failure' in said) || said.failure.kind !== 'compile-error')
		throw new Error('no errors');
	await expect(JSON.stringify(said.failure.diagnostics, null, '\t') + '\n').toMatchFileSnapshot(
		join(fixtures, 'changes.rs.expected.json')
	);
	expect(said.failure.text).toContain('help: a local variable with a similar name exists');
	expect(said.failure.text).not.toMatch(/aborting due to|warnings? emitted|^\{/m);
});

const span = (file_name: string, line: number, more = {}) => ({
	file_name,
	line_start: line,
	line_end: line,
	column_start: 1,
	column_end: 3,
	is_primary: true,
	label: null,
	suggested_replacement: null,
	expansion: null,
	...more
});
const message = (text: string, level: string, spans: unknown[], children: unknown[] = []) =>
	JSON.stringify({ message: text, level, spans, children, rendered: `${level}: ${text}\n` });

test('our own warning and sums are no messages', () => {
	const own = 'unknown and unstable feature specified for `-Ctarget-feature`: `outline-atomics`';
	const output = [
		message(own, 'warning', []),
		message('unused variable: `a`', 'warning', [span('a.rs', 2)]),
		message('2 warnings emitted', 'warning', []),
		message('aborting due to 2 previous errors; 1 warning emitted', 'error', [])
	].join('\n');
	expect(readRustMessages(output, 'a.rs')).toEqual({
		text: 'warning: unused variable: `a`\n',
		found: [
			{
				severity: 'warning',
				message: 'unused variable: `a`',
				at: { file: 'a.rs', line: 2, column: 1, endLine: 2, endColumn: 3 },
				through: { file: 'a.rs', line: 2, column: 1, endLine: 2, endColumn: 3 },
				notes: [],
				fixes: []
			}
		]
	});
});

test('a message about code that a macro made stands where the learner calls the macro', () => {
	const inner = span('/rust/core/macros.rs', 900, { expansion: { span: span('a.rs', 4) } });
	const [found] = readRustMessages(message('odd', 'error', [inner]), 'a.rs').found;
	expect(found?.at).toMatchObject({ file: 'a.rs', line: 4 });
});

test('a message that leads to another file through the learner’s file stands there', () => {
	const elsewhere = span('/rust/core/mem.rs', 7);
	const through = span('a.rs', 3, { is_primary: false });
	const [found] = readRustMessages(message('no size', 'error', [elsewhere, through]), 'a.rs').found;
	expect(found).toMatchObject({ at: { file: '/rust/core/mem.rs', line: 7 }, through: { line: 3 } });
});

test('suggestions for one place are choices, those for several belong together', () => {
	const choice = (text: string) => span('a.rs', 1, { suggested_replacement: text });
	const output = message(
		'unknown',
		'error',
		[span('a.rs', 5)],
		[
			{ message: 'import one', level: 'help', spans: [choice('use a;\n'), choice('use b;\n')] },
			{
				message: 'remove these',
				level: 'help',
				spans: [
					span('a.rs', 5, {
						suggested_replacement: '',
						suggestion_applicability: 'MachineApplicable'
					}),
					span('a.rs', 6, {
						suggested_replacement: '',
						suggestion_applicability: 'MachineApplicable'
					})
				]
			}
		]
	);
	const [found] = readRustMessages(output, 'a.rs').found;
	expect(found?.fixes.map(({ title, edits, sure }) => [title, edits.length, sure])).toEqual([
		['import one', 1, false],
		['import one', 1, false],
		['remove these', 2, true]
	]);
});

test('lines of another form are part of the text', () => {
	const text = 'thread main panicked\nerror: internal compiler error\n';
	expect(readRustMessages(text, 'a.rs')).toEqual({ text, found: [] });
});

test('errors that were read before the output reached its limit are errors in the source', () => {
	expect(read(recorded.subarray(0, 12_000), 'stderr')).toMatchObject({
		failure: { kind: 'compile-error' }
	});
	expect(read('{', 'stderr')).toMatchObject({ failure: { kind: 'output-limit' } });
});

test('any text is read without an exception', () => {
	fc.assert(fc.property(fc.json(), (text) => void readRustMessages(text, 'a.rs')));
});
