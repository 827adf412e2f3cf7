/** Files without a kernel, in every language: compiled and listed, with the reason why they cannot run. */
import { expect, test } from 'vitest';
import type { Language } from '@cyclelab/exercises/schema';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import { jobFor } from '../job/job-bench.ts';
import { benchForAll } from '../hooks.ts';

const bench = benchForAll(['cc', 'rust', 'go', 'crystal', 'dotnet'], {
	calibrates: false,
	shares: true
});

type Case = { compiler: Compiler; language: Language; source: string; functions: string[] };

const rust = `fn square(n: i32) -> i32 { n * n }
pub fn sum(values: &[f64]) -> f64 { values.iter().sum() }
fn main() { println!("{}", square(3)); }
`;
const go = `package main

type point struct{ x, y int }

func (p point) area() int { return p.x * p.y }

func square(n int) int { return n * n }
`;
const crystal = `def square(n : Int32) : Int32
  n &* n
end

def total(values : Array(Float64))
  values.sum
end
`;
const csharp = `public static class Numbers {
	static int Square(int n) { return n * n; }
	public static void Main() { System.Console.WriteLine(Square(3)); }
}
`;
const squareAndMain = 'int square(int n) { return n * n; }\nint main(void) { return square(3); }\n';
/** Calls what is not there. */
const callsMissing = `int missing(int);\n${squareAndMain.replace('return square', 'return missing')}`;

const cases: Case[] = [
	{ compiler: 'clang-22', language: 'c', source: squareAndMain, functions: ['square', 'main'] },
	{ compiler: 'clang-22', language: 'c', source: callsMissing, functions: ['square', 'main'] },
	{
		compiler: 'gcc-14',
		language: 'cpp',
		source: squareAndMain,
		functions: ['square(int)', 'main']
	},
	{
		compiler: 'rust-1.85',
		language: 'rs',
		source: rust,
		functions: ['mine::square', 'mine::sum', 'mine::main']
	},
	{ compiler: 'go-1.27', language: 'go', source: go, functions: ['square', 'point.area'] },
	{
		compiler: 'go-1.24',
		language: 'go',
		source: `${go}\nfunc main() { println(square(3)) }\n`,
		functions: ['square', 'point.area', 'main']
	},
	{
		compiler: 'crystal-1.14',
		language: 'cr',
		source: crystal,
		functions: ['square(Int32)', 'total(Array(Float64))']
	},
	{
		compiler: 'mono-6.12',
		language: 'cs',
		source: csharp,
		functions: ['Numbers_Square_int', 'Numbers_Main']
	},
	{
		compiler: 'coreclr-8.0',
		language: 'cs',
		source: csharp,
		functions: ['Numbers::Square(int32)', 'Numbers::Main()']
	}
];

test.each(cases)(
	'$compiler $language',
	async ({ compiler, language, source, functions }) => {
		const job = jobFor(source, { compiler, language, stages: ['inspect'] });
		const { report } = await bench.run(job);
		const [variant] = report.variants;
		expect(variant?.failure).toMatchObject({ kind: 'compile-error' });
		const symbols = variant?.functions.map(({ symbol }) => symbol) ?? [];
		expect(symbols).toEqual(expect.arrayContaining(functions));
		const first = variant?.functions.find(({ symbol }) => symbol === functions[0]);
		const hasLine = first?.instructions.some(({ line }) =>
			/square/i.test(source.split('\n')[(line ?? 0) - 1] ?? '')
		);
		expect([first?.instructions.some(({ text }) => text.startsWith('imul')), hasLine]).toEqual([
			true,
			true
		]);
		expect(variant?.diagnostics.map(({ message }) => message)).toContainEqual(
			expect.stringMatching(/kernel|Kernel|main/)
		);
	},
	120_000
);
