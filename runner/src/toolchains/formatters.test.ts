import { describe, expect, test } from 'vitest';
import { ended } from '../../fixtures/outputs.ts';
import type { FailureFacts } from '@cyclelab/contract/schema/failure';
import { formatterFor, sameMarks, sameWords } from './formatters.ts';
import type { StepResult } from './toolchain.ts';

const build = {
	variant: 'mine',
	language: 'c',
	target: 'x86-64',
	flags: ['-std=gnu17', '-DN=2', '-O3', '-march=native'],
	source: 'int a( void ){return 0;}\n'
} as const;

/** The commands of a format, and what comes of their outputs. */
function format(
	of: Parameters<ReturnType<typeof formatterFor>['format']>[0],
	...outputs: StepResult[]
) {
	const steps = formatterFor(of.language).format(of);
	const first = steps.next();
	const commands = first.done ? [] : first.value.map(({ command }) => command);
	const end = steps.next(outputs);
	if (!end.done) throw new Error('one turn is enough');
	return { commands, read: end.value };
}

const text = (stdout: string) => ended({ stdout });
const errors = (stderr: string, code = 1) => ended({ exit: { code }, stderr });
const where = { stage: 'compile', variant: 'mine' } as const;
const failure = (facts: FailureFacts) => ({ ok: false, failure: facts });

describe('C', () => {
	test('is parsed beside the format, with the flags that decide what is written', () => {
		const formatted = 'int a(void) {\n\treturn 0;\n}\n';
		const { commands, read } = format(build, text(''), text(formatted));
		expect(read).toEqual({ ok: true, value: formatted });
		const [parse, layout] = commands;
		expect(parse?.argv).toEqual(expect.arrayContaining(['-std=gnu17', '-DN=2']));
		expect(parse?.argv).not.toContain('-O3');
		expect(layout?.stdin).toBe(build.source);
	});

	test('that has another error than of its syntax is laid out', () => {
		const words = "/in/7/mine.c:1:9: error: use of undeclared identifier 'b' [Semantic Issue]\n";
		const { read } = format(build, errors(words), text(build.source));
		expect(read).toEqual({ ok: true, value: build.source });
	});

	test('that does not parse gives the errors of its syntax, with their places', () => {
		const words = [
			"/in/7/mine.c:1:5: error: use of undeclared identifier 'b' [Semantic Issue]",
			"/in/7/mine.c:1:24: error: expected ';' after return statement [Parse Issue]",
			"/in/7/mine.c:1:25: fatal error: 'no.h' file not found [Lexical or Preprocessor Issue]",
			'2 errors generated.'
		].join('\n');
		const { read } = format(build, errors(words), text(build.source));
		const diagnostic = { variant: 'mine', severity: 'error', line: 1 } as const;
		expect(read).toEqual(
			failure({
				...where,
				kind: 'compile-error',
				text: '',
				diagnostics: [
					{ ...diagnostic, column: 24, message: "expected ';' after return statement" },
					{ ...diagnostic, column: 25, message: "'no.h' file not found" }
				]
			})
		);
	});

	test('of which a part could not be laid out, or which took too long, stays as it is', () => {
		const incomplete = format(build, text(''), errors('', 1)).read;
		const reason = 'clang-format cannot tell where its blocks begin and end';
		expect(incomplete).toEqual(failure({ ...where, kind: 'refused', reason }));
		const slow = format(
			build,
			ended({ timedOut: true, exit: { signal: 'SIGKILL' } }),
			text('')
		).read;
		expect(slow).toEqual(failure({ ...where, kind: 'timeout', limitMs: 40_000 }));
	});
});

describe('a formatter whose text is not another layout of the source is not believed', () => {
	const changed = (name: string) =>
		failure({
			...where,
			kind: 'refused',
			reason: `${name} changes more than the layout, so its text is not used`
		});

	test('of C: every mark in its order', () => {
		const read = (stdout: string) => format(build, text(''), text(stdout)).read;
		for (const stdout of ['', 'int a(void) { return 1; }\n', 'int a(void) { return 0; };\n'])
			expect(read(stdout)).toEqual(changed('clang-format'));
	});

	test('of Rust: every word as often', () => {
		const rust = {
			...build,
			language: 'rs',
			source: 'fn f(){g(1,2)}',
			flags: ['--edition=2024']
		} as const;
		const { commands, read } = format(rust, text('fn f() {\n    g(1, 2,)\n}\n'));
		expect(read).toMatchObject({ ok: true });
		expect(commands[0]?.argv).toContain('--edition=2024');
		expect(format(rust, text('fn f() { g(1) }\n')).read).toEqual(changed('rustfmt'));
	});

	test.for([
		['a b\n', ' a\tb', true, true],
		['a - b', 'a + b', false, true],
		['a b', 'b a', false, true],
		['é1', 'é2', false, false],
		['a a', 'a', false, false]
	] as const)('%j and %j', ([before, after, marks, words]) => {
		expect([sameMarks(before, after), sameWords(before, after)]).toEqual([marks, words]);
	});
});

describe('errors of a formatter that parses', () => {
	const read = (language: 'rs' | 'go', source: string, stderr: string, code: number) => {
		const { read } = format({ ...build, language, source, flags: [] }, errors(stderr, code));
		return !read.ok && read.failure.kind === 'compile-error' ? read.failure.diagnostics : read;
	};

	test('of Rust, in characters', () => {
		const source = 'fn f() {\n    let x = "µ" 1;\n}\n';
		const words = `error: expected one of \`.\`, \`;\`, \`?\`, \`else\`, or an operator, found \`1\`
 --> <stdin>:2:17
  |
2 |     let x = "µ" 1;
  |                 ^ expected one of 5 possible tokens

`;
		expect(read('rs', source, words, 1)).toEqual([
			{
				variant: 'mine',
				severity: 'error',
				line: 2,
				column: 17,
				message: 'expected one of `.`, `;`, `?`, `else`, or an operator, found `1`'
			}
		]);
	});

	test('of Go, in bytes', () => {
		const source = 'package main\nvar µ = "µ" 1\n';
		expect(read('go', source, '<standard input>:2:15: expected ";", found 1\n', 2)).toEqual([
			{ variant: 'mine', severity: 'error', line: 2, column: 13, message: 'expected ";", found 1' }
		]);
	});

	test('a formatter that ends without words has crashed', () => {
		expect(read('go', 'package main\n', '', 2)).toEqual(
			failure({ ...where, kind: 'crash', exitCode: 2, text: '' })
		);
	});
});

test('C# has no formatter', () => {
	expect(() => formatterFor('cs')).toThrow('there is no formatter for cs');
});
