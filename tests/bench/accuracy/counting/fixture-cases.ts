/** Counted kernels of the other languages, from the fixtures of their toolchains' tests. */
import { readFile } from 'node:fs/promises';
import { extensionOf, type Language, type Target } from '@cyclelab/exercises/schema';
import { kernels as crystal } from '../../../../runner/fixtures/crystal/kernels.ts';
import { kernels as dotnet } from '../../../../runner/fixtures/dotnet/kernels.ts';
import { kernelsBy } from '../../../../runner/fixtures/go/kernels.ts';
import { kernels as rust } from '../../../../runner/fixtures/rust/kernels.ts';
import { timedFunctions } from '../../../../runner/src/inspect/timed-code.ts';
import type { DecodedFunction } from '../../../../runner/src/inspect/listing.ts';
import { gos, type Go } from '../../../../runner/src/toolchains/go-compile.ts';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import type { Counts } from '../../../../runner/src/toolchains/toolchain.ts';
import { iterations, type CountingCase, type Tally } from './case.ts';

/** Expected counts in a toolchain's fixtures, for n iterations. */
type Fixture = {
	name: string;
	/** Executed instructions of `kernel` and of the functions of its file that it reaches. */
	total: Partial<Record<Target, (n: number) => number>>;
	checksum: (n: number) => bigint;
	/** Line of the innermost loop's work, and executions of its most executed instruction. */
	line?: number;
	times?: (n: number) => number;
};

type Own = {
	language: Language;
	compiler: Compiler;
	folder: string;
	kernels: readonly Fixture[];
	/** The functions in a kernel's total. */
	counted: (functions: readonly DecodedFunction[], name: string) => readonly DecodedFunction[];
};

/** C# on one of its runtimes, whose totals name their functions. */
const runtime = (compiler: Compiler, which: 'mono' | 'coreclr'): Own => ({
	language: 'cs',
	compiler,
	folder: 'dotnet',
	kernels: dotnet.map((one) => ({ ...one, total: { 'x86-64': one[which].total } })),
	counted: (functions, name) => {
		const named = dotnet.find((one) => one.name === name)?.[which].functions ?? [];
		return functions.filter(({ symbol }) => named.includes(symbol));
	}
});

const goBy = (compiler: Go): Own => ({
	language: 'go',
	compiler,
	folder: 'go',
	kernels: kernelsBy(compiler),
	// A goroutine's function has the kernel's name as prefix: `kernel.func1`.
	counted: (functions) => {
		const timed = new Set(timedFunctions(functions));
		return functions.filter((one) => timed.has(one) || one.symbol.startsWith('kernel.'));
	}
});

const owns: readonly Own[] = [
	runtime('coreclr-8.0', 'coreclr'),
	runtime('mono-6.12', 'mono'),
	...gos.map(goBy),
	{
		language: 'rs',
		compiler: 'rust-1.85',
		folder: 'rust',
		kernels: rust,
		counted: (functions) => functions.filter(({ symbol }) => symbol !== 'setup')
	},
	{
		language: 'cr',
		compiler: 'crystal-1.14',
		folder: 'crystal',
		kernels: crystal,
		counted: (functions) => functions.filter(({ symbol }) => symbol !== 'setup')
	}
];

export async function fixtureCases(): Promise<CountingCase[]> {
	return (await Promise.all(owns.map(casesOf))).flat();
}

async function casesOf(own: Own): Promise<CountingCase[]> {
	const { language, compiler } = own;
	const folder = new URL(`../../../../runner/fixtures/${own.folder}/kernels/`, import.meta.url);
	const cases: CountingCase[] = [];
	for (const fixture of own.kernels) {
		const { name, total } = fixture;
		const source = await readFile(new URL(`${name}.${extensionOf[language]}`, folder), 'utf8');
		for (const [target, instructions] of Object.entries(total))
			cases.push({
				name,
				language,
				compiler,
				target: target as Target,
				flags: [],
				source,
				iterations,
				expected: {
					instructions: instructions(iterations),
					checksum: fixture.checksum(iterations).toString(16),
					...(fixture.times ? { line: fixture.times(iterations) } : {})
				},
				counted: (functions, counts) => countedOf(fixture, own.counted(functions, name), counts)
			});
	}
	return cases;
}

function countedOf(
	{ line }: Fixture,
	functions: readonly DecodedFunction[],
	{ counts, results }: Counts
): Tally {
	const all = functions.flatMap(({ instructions }) => instructions);
	const executions = all.map(({ address }) => counts.get(address) ?? 0);
	const atLine = all.filter((one) => one.line === line);
	return {
		instructions: executions.reduce((sum, one) => sum + one, 0),
		checksum: BigInt(`0x${results[0]}`).toString(16),
		...(line === undefined
			? {}
			: { line: Math.max(...atLine.map(({ address }) => counts.get(address) ?? 0)) })
	};
}
