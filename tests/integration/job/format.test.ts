/** Sources laid out by their languages' formatters, in real containers. */
import { beforeAll, expect, test } from 'vitest';
import { loadExercises } from '@cyclelab/exercises/load';
import type { Exercise, Language } from '@cyclelab/exercises/schema';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import { existingOn, platformOf } from '@cyclelab/images/recipes';
import { jobFor } from './job-bench.ts';
import { benchForAll } from '../hooks.ts';

const images = existingOn(platformOf(process.arch), ['cc', 'rust', 'go', 'crystal']);
const bench = benchForAll(images, { calibrates: false });
let exercises: readonly Exercise[];
beforeAll(async () => void ({ exercises } = await loadExercises()));

type Sample = {
	language: Language;
	compiler: Compiler;
	flags?: string[];
	/** Of a program with a name that nothing declares. */
	source: string;
	formatted: string;
	broken: string;
	/** Of the first error of `broken`. */
	line: number;
	message: string;
};

const samples: Sample[] = [
	{
		language: 'c',
		compiler: 'gcc-12',
		source:
			'#include <stdint.h>\n#include "cyclelab.h"\nuint64_t kernel(uint64_t n){\n  return  n+missing ;}\n',
		formatted:
			'#include <stdint.h>\n#include "cyclelab.h"\nuint64_t kernel(uint64_t n) {\n\treturn n + missing;\n}\n',
		broken: 'int f(void) {\n  return 0\n}\n',
		line: 2,
		message: "expected ';' after return statement"
	},
	{
		language: 'cpp',
		compiler: 'clang-22',
		flags: ['-std=c++20', '-DTWICE'],
		source: 'template<class T>requires true\nT f(T a){return   a;}\n#ifndef TWICE\n#error\n#endif',
		formatted:
			'template <class T>\n\trequires true\nT f(T a) {\n\treturn a;\n}\n#ifndef TWICE\n#error\n#endif\n',
		broken: '#include <nowhere.h>\nint a;\n',
		line: 1,
		message: "'nowhere.h' file not found"
	},
	{
		language: 'rs',
		compiler: 'rust-1.85',
		source: 'use std::mem;\nuse std::fmt;\nfn f( )->u64{missing+1 }',
		formatted: 'use std::mem;\nuse std::fmt;\nfn f() -> u64 {\n    missing + 1\n}\n',
		broken: 'fn f() {\n    let x = 1\n    let y = 2;\n}\n',
		line: 2,
		message: 'expected `;`, found keyword `let`'
	},
	{
		language: 'go',
		compiler: 'go-1.24',
		source: 'package main\nfunc kernel(n uint64)uint64{\n  return   n+missing}\n',
		formatted: 'package main\n\nfunc kernel(n uint64) uint64 {\n\treturn n + missing\n}\n',
		broken: 'package main\n\nfunc kernel( {\n',
		line: 3,
		message: "expected ')', found '{'"
	},
	{
		language: 'cr',
		compiler: 'crystal-1.14',
		source: 'fun kernel(n : UInt64) : UInt64\n      n+ missing\nend\n',
		formatted: 'fun kernel(n : UInt64) : UInt64\n  n + missing\nend\n',
		broken: 'fun kernel(n : UInt64 : UInt64\nend\n',
		line: 1,
		message: "expecting token ')', not ':'"
	}
];
const possible = samples.filter(({ language }) => language !== 'cr' || images.includes('crystal'));

async function format({ language, compiler, flags = [] }: Sample, source: string) {
	const { events, report } = await bench.run(
		jobFor(source, { language, compiler, flags, stages: ['format'] })
	);
	expect(events.map(({ type }) => type)).toEqual(['started', 'inspected', 'finished']);
	const [variant] = report.variants;
	expect(variant).toMatchObject({ functions: [], source, points: [] });
	return { formatted: variant?.formatted, failure: variant?.failure };
}

test.for(possible)(
	'$language: code that parses is laid out, code that does not is not',
	async (sample) => {
		expect(await format(sample, sample.source)).toEqual({
			formatted: sample.formatted,
			failure: undefined
		});
		const { formatted, failure } = await format(sample, sample.broken);
		expect(formatted).toBeUndefined();
		expect(failure?.kind === 'compile-error' && failure.diagnostics[0]).toMatchObject({
			line: sample.line,
			severity: 'error',
			message: sample.message
		});
	}
);

test.for(possible)(
	'$language: the layout of the longest exercises stays when it is formatted again',
	{ timeout: 120_000 },
	async (sample) => {
		const sources = exercises
			.flatMap((exercise) => Object.values(exercise.sources[sample.language] ?? {}))
			.toSorted((a, b) => b.length - a.length)
			.slice(0, 2);
		expect(sources.length).toBe(2);
		for (const source of sources) {
			const { formatted = '', failure } = await format(sample, source);
			expect(failure).toBeUndefined();
			expect((await format(sample, formatted)).formatted).toBe(formatted);
		}
	}
);

test('a source of the longest length and of many comments has its layout, and its end is there', async () => {
	const [sample] = samples;
	if (!sample) throw new Error('there are samples');
	const source = `${'int a;/* µ */'.repeat(4_000)}\nint end;\n`;
	const { formatted = '', failure } = await format(sample, source);
	expect(failure).toBeUndefined();
	expect([formatted.split('\n').length, formatted.endsWith('\nint end;\n')]).toEqual([4_002, true]);
});
