/** Counted kernels of C and C++, by both compilers, for both architectures. */
import { readFile } from 'node:fs/promises';
import type { Target } from '@cyclelab/exercises/schema';
import { timedFunctions } from '../../../../runner/src/inspect/timed-code.ts';
import type { DecodedFunction } from '../../../../runner/src/inspect/listing.ts';
import type { Counts } from '../../../../runner/src/toolchains/toolchain.ts';
import { iterations, type CountingCase, type Tally } from './case.ts';
import { c, cpp, type ExpectedCounts } from './expected.ts';

const compilers = ['clang-22', 'gcc-14'] as const;
const targets = ['x86-64', 'arm64'] as const;
const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

export async function casesOfC(language: 'c' | 'cpp'): Promise<CountingCase[]> {
	const prelude = await read('mark.h');
	const cases: CountingCase[] = [];
	for (const [name, kernel] of Object.entries(language === 'c' ? c : cpp)) {
		const source = prelude + (await read(`${language}/${name}.${language}`));
		for (const compiler of compilers)
			for (const target of targets)
				cases.push({
					name,
					language,
					compiler,
					target,
					source,
					iterations,
					flags: kernel.flags ?? [],
					expected: expectedOf(kernel),
					counted: (functions, counts) => countedOf(kernel, target, functions, counts)
				});
	}
	return cases;
}

function expectedOf({ marks, elements }: ExpectedCounts): Tally {
	return {
		...Object.fromEntries(
			Object.entries(marks?.(iterations) ?? {}).map(([id, count]) => [`mark ${id}`, count])
		),
		...(elements ? { elements: elements.total(iterations) } : {})
	};
}

function countedOf(
	{ marks, elements }: ExpectedCounts,
	target: Target,
	functions: readonly DecodedFunction[],
	{ counts }: Counts
): Tally {
	const executed = (some: readonly DecodedFunction[], weight: (text: string) => number) =>
		some
			.flatMap(({ instructions }) => instructions)
			.reduce((sum, { text, address }) => sum + weight(text) * (counts.get(address) ?? 0), 0);
	const ids = Object.keys(marks?.(iterations) ?? {});
	return {
		...Object.fromEntries(
			ids.map((id) => [
				`mark ${id}`,
				executed(functions, (text) => Number(isMark(text, Number(id), target)))
			])
		),
		...(elements
			? {
					// Only in the kernel: setup works on the same arrays.
					elements: executed(timedFunctions(functions), (text) =>
						elements.instruction.test(text) ? elements.lanes(text) : 0
					)
				}
			: {})
	};
}

/** Whether an instruction is the expansion of MARK(id) in `mark.h`. */
function isMark(text: string, id: number, target: Target): boolean {
	const number = (0x7000 + id).toString(16);
	return target === 'x86-64'
		? new RegExp(`^nop dword ptr \\[rax \\+ 0x${number}\\]$`).test(text)
		: new RegExp(`^mov[z]? xzr, #(0x${number}|${0x7000 + id})$`).test(text);
}
