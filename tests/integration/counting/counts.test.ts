/** Executions of statements in C and C++, by both compilers and for both architectures, equal those computed by hand. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Target } from '@cyclelab/exercises/schema';
import type { DecodedFunction } from '../../../runner/src/inspect/listing.ts';
import { timedFunctions } from '../../../runner/src/inspect/timed-code.ts';
import type { Counts } from '../../../runner/src/toolchains/toolchain.ts';
import { toolchainOf } from '../../../runner/src/toolchains/toolchains.ts';
import { asked, programsForAll } from '../toolchains/programs.ts';
import { c, cpp, type ExpectedCounts } from './expected.ts';

const { buildOf, program, withSandbox } = programsForAll('cc', 'c');
const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

const cases = (['clang-22', 'gcc-14'] as const).flatMap((compiler) =>
	(['x86-64', 'arm64'] as const).flatMap((target) =>
		Object.entries({ c, cpp }).flatMap(([language, kernels]) =>
			Object.entries(kernels).map(([name, kernel]) => ({
				name,
				language: language as 'c' | 'cpp',
				compiler,
				target,
				kernel
			}))
		)
	)
);

/** An odd number, so that no unrolling and no vector divides it. */
const { iterations } = asked;

test.for(cases)(
	'$name in $language by $compiler for $target',
	async ({ name, language, compiler, target, kernel }) => {
		const toolchain = toolchainOf(compiler);
		const source = (await read('mark.h')) + (await read(`${language}/${name}.${language}`));
		const flags = [...(kernel.flags ?? [])];
		const build = buildOf(toolchain, source, { language, target, flags });
		const { seen, counted } = await withSandbox('tools', (sandbox) =>
			program(toolchain, build, {}, sandbox)
		);
		expect(countedOf(kernel, target, seen.functions, counted)).toEqual({
			marks: kernel.marks?.(iterations) ?? {},
			elements: kernel.elements?.total(iterations)
		});
	}
);

function countedOf(
	{ marks, elements }: ExpectedCounts,
	target: Target,
	functions: readonly DecodedFunction[],
	{ counts }: Counts
) {
	const executed = (some: readonly DecodedFunction[], weight: (text: string) => number) =>
		some
			.flatMap(({ instructions }) => instructions)
			.reduce((sum, { text, address }) => sum + weight(text) * (counts.get(address) ?? 0), 0);
	const ids = Object.keys(marks?.(iterations) ?? {});
	return {
		marks: Object.fromEntries(
			ids.map((id) => [id, executed(functions, (text) => Number(isMark(text, Number(id), target)))])
		),
		// Only in the kernel: setup works on the same arrays.
		elements:
			elements &&
			executed(timedFunctions(functions), (text) =>
				elements.instruction.test(text) ? elements.lanes(text) : 0
			)
	};
}

/** Whether an instruction is the expansion of MARK(id) in `mark.h`. */
function isMark(text: string, id: number, target: Target): boolean {
	const number = (0x7000 + id).toString(16);
	return target === 'x86-64'
		? new RegExp(`^nop dword ptr \\[rax \\+ 0x${number}\\]$`).test(text)
		: new RegExp(`^mov[z]? xzr, #(0x${number}|${0x7000 + id})$`).test(text);
}
