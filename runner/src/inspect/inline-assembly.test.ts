/** Messages about inline assembly name the learner's line and the instruction. */
import { expect, test } from 'vitest';
import type { Found } from './found.ts';
import { withAssembly } from './inline-assembly.ts';
import { sourceText } from './source-text.ts';

const source = sourceText(
	[
		'__asm__("add $1, %0\\n\\t"',
		'	"sub $1, %0\\n\\t"',
		'	"frobnicate %0\\n\\t"',
		'	: "+r"(x));',
		'__asm__("nop\\n\\tsub $1, %0\\n\\tblurb %0" : "+r"(x));',
		'BLURT(x);'
	].join('\n')
);

const at = (file: string, line: number, column: number) => ({
	file,
	line,
	column,
	endLine: 0,
	endColumn: 0
});

const message = (words: string, line: number, column: number, notes: Found[] = []): Found => ({
	severity: 'error',
	message: words,
	at: at('a.c', line, column),
	notes,
	fixes: []
});

const placesOf = (found: readonly Found[]) =>
	found.map(({ at: place, notes }) => [place?.line, place?.column, notes[0]?.message]);

test('of clang, whose form for programs has no text of it', () => {
	const into = (line: number, column: number) => {
		const note = 'instantiated into assembly here';
		return message('invalid instruction mnemonic', line, column, [
			{ ...message(note, 3, 2), at: at('<inline asm>', 3, 2) }
		]);
	};
	const text = ['frobnicate %rax', 'blurb %rax', 'blurt %rax']
		.map((read) => `a.c:1:1: error: e\n<inline asm>:3:2: note: n\n    3 |         ${read}\n`)
		.join('');
	const other = message('unused', 4, 3);
	expect(
		placesOf(withAssembly([other, into(2, 17), into(5, 12), into(6, 1)], text, 'a.c', source))
	).toEqual([
		[4, 3, undefined],
		[3, 3, 'instantiated into assembly here: frobnicate %rax'],
		[5, 31, 'instantiated into assembly here: blurb %rax'],
		[6, 1, 'instantiated into assembly here: blurt %rax']
	]);
	expect(placesOf(withAssembly([into(2, 17)], '', 'a.c', source))).toEqual([
		[2, 17, 'instantiated into assembly here']
	]);
});

test('of GNU as, which counts each \\n as a line', () => {
	const words = (instruction: string) => `assembler: no such instruction: \`${instruction} %rax'`;
	expect(
		placesOf(
			withAssembly(
				[message(words('frobnicate'), 3, 0), message(words('blurb'), 7, 0)],
				'',
				'a.c',
				source
			)
		)
	).toEqual([
		[3, 3, undefined],
		[5, 31, undefined]
	]);
});
