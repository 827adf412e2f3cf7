/**
 * Kernels in arm64's assembly whose executions are known by hand (`arm64-kernels.yaml`). Plain loops, branches and calls are in
 * `../counting`.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseFile } from '../../../exercises/src/parse-file.ts';

/** The iterations of the runner's count run. */
export const n = 16_384;

const counts: Readonly<Record<string, number>> = { n, 'n/2': n / 2, 'n/4': n / 4, '1': 1 };

const AssemblyKernel = z.strictObject({
	name: z.string(),
	/** Each with its count; without one it is a label or a directive. */
	lines: z.string().transform((text) =>
		text
			.trimEnd()
			.split('\n')
			.map((line) => {
				const [, word = '', instruction = ''] = /^(\S+) +(.*)$/.exec(line) ?? [];
				return { text: instruction, count: counts[word] };
			})
	),
	/** Iterations of the declared n per pass of the hot loop. */
	sourceIterations: z.int(),
	/** Instructions of one pass. Unconditional jumps are dropped. */
	pass: z.int(),
	badges: z.array(z.string()),
	/** The beginning of the sentence that explains why llvm-mca has no prediction. */
	refused: z.string().optional()
});
type AssemblyKernel = z.infer<typeof AssemblyKernel>;

export const assemblyKernels = parseFile(
	'arm64-kernels.yaml',
	readFileSync(new URL('arm64-kernels.yaml', import.meta.url), 'utf8'),
	z.array(AssemblyKernel)
);

/** The kernel as a C file with inline assembly. */
export function sourceOf({ lines }: AssemblyKernel): string {
	const all = ['.text', '.globl kernel', '.type kernel, %function', 'kernel:']
		.concat(lines.map(({ text }) => text))
		.concat('.size kernel, .-kernel');
	const quoted = all.map((line) => `\t"${line}\\n"`);
	return `#include "cyclelab.h"\nuint64_t word[8];\n__asm__(\n${quoted.join('\n')});\n`;
}
