import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ended } from '../../fixtures/outputs.ts';
import { readGccDiagnostics } from '../inspect/gcc-diagnostics.ts';
import { inForce, stepLimits } from '../sandbox/limits.ts';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import type { Diagnostic } from '@cyclelab/contract/schema/failure';
import { clangs, gccs, readCompile } from './cc-compile.ts';

/** Sources, and what compilers wrote of them: tests/integration/record/diagnostics.ts. */
const fixtures = join(import.meta.dirname, '../../fixtures/diagnostics');
const recorded = (name: string) => readFileSync(join(fixtures, name));

function read(name: string, compiler: Compiler): Diagnostic[] {
	const [variant = '', language] = name.split('.');
	const exit = { code: 1 };
	const isClang = compiler.startsWith('clang');
	const output = ended({ exit, stderr: recorded(`${name}.${compiler}.txt`) });
	const again = isClang ? undefined : ended({ exit, stderr: recorded(`${name}.${compiler}.json`) });
	const read = readCompile(
		output,
		{ variant, language: language === 'cpp' ? 'cpp' : 'c', source: recorded(name).toString() },
		inForce(stepLimits.compile),
		again
	);
	if (read.ok || read.failure.kind !== 'compile-error') throw new Error('no errors');
	return read.failure.diagnostics;
}

const sources = ['changes.c', 'columns.c', 'escapes.c', 'sort.cpp'];

test.each([...clangs, ...gccs].flatMap((compiler) => sources.map((name) => ({ compiler, name }))))(
	'what $compiler writes of $name becomes diagnostics with notes and changes',
	async ({ compiler, name }) => {
		await expect(JSON.stringify(read(name, compiler), null, '\t') + '\n').toMatchFileSnapshot(
			join(fixtures, `${name}.${compiler}.expected.json`)
		);
	}
);

test.each([...clangs, ...gccs])(
	'columns of %s are those of an editor: after tabs, a combining mark and emoji',
	(compiler) => {
		const places = read('columns.c', compiler).map(({ line, column }) => [line, column]);
		expect(places).toEqual([
			[5, 47],
			[7, 30]
		]);
		const escapes = read('escapes.c', compiler).slice(0, 2);
		expect(escapes.map(({ line, column }) => [line, column])).toEqual([
			[2, 2],
			[4, 13]
		]);
	}
);

test.each([...clangs, ...gccs])(
	'an error of %s in a header stands where the learner’s file uses the template',
	(compiler) => {
		const errors = read('sort.cpp', compiler).filter(({ severity }) => severity === 'error');
		expect(errors[0]).toMatchObject({ line: 8, message: expect.stringMatching(/^in .+\.h, line/) });
	}
);

test('control characters of a source are named in messages', () => {
	for (const compiler of [...clangs, ...gccs]) {
		const { message } = read('escapes.c', compiler)[0] ?? { message: '' };
		expect(message).toMatch(
			/<U\+001B>\[31mred<U\+001B>\[0m (<U\+202E>reversed<U\+202C>|\\U0000202ereversed\\U0000202c)$/
		);
	}
});

test('gcc’s text is read where its JSON was cut', () => {
	const json = recorded('changes.c.gcc-14.json');
	expect(readGccDiagnostics(json.subarray(0, 1000).toString())).toBeUndefined();
});

test('any bytes are read without an exception', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => {
			readGccDiagnostics(`[${text}]`);
		})
	);
}, 30_000);
