/**
 * Kernels in arm64's assembly whose executions are known by hand: every instruction with its count when `kernel(16384)` is
 * called once. Plain loops, branches and calls are in `../counting`. A line without a count is a label or a directive.
 */

/** The iterations of the runner's count run. */
export const n = 16_384;

type Line = readonly [text: string, count?: number];
type AssemblyKernel = {
	name: string;
	lines: readonly Line[];
	/** Iterations of the declared n per pass of the hot loop. */
	sourceIterations: number;
	/** Instructions of one pass. */
	pass: number;
	badges: readonly string[];
	/** The beginning of the sentence that explains why llvm-mca has no prediction. */
	refused?: string;
};

export const assemblyKernels: readonly AssemblyKernel[] = [
	{
		name: 'a switch by a computed branch',
		lines: [
			['mov x1, #0', 1],
			['adr x3, 2f', 1],
			['1:'],
			['and x2, x0, #3', n],
			['add x2, x3, x2, lsl #3', n],
			['br x2', n],
			['2:'],
			...[1, 2, 3, 4].flatMap((value): Line[] => [
				[`add x1, x1, #${value}`, n / 4],
				['b 3f', n / 4]
			]),
			['3:'],
			['subs x0, x0, #1', n],
			['b.ne 1b', n],
			['mov x0, x1', 1],
			['ret', 1]
		],
		sourceIterations: 1,
		// Unconditional jumps are dropped.
		pass: 5,
		badges: ['path-dependent'],
		refused: 'The passes of the loop take different ways'
	},
	{
		name: 'an exclusive store that is never repeated, inside another loop',
		lines: [
			['adrp x2, word', 1],
			['add x2, x2, :lo12:word', 1],
			['1:'],
			['eor x3, x3, x0', n],
			['2:'],
			['ldaxr x4, [x2]', n],
			['add x4, x4, #1', n],
			['stlxr w5, x4, [x2]', n],
			['cbnz w5, 2b', n],
			['subs x0, x0, #1', n],
			['b.ne 1b', n],
			['mov x0, x4', 1],
			['ret', 1]
		],
		sourceIterations: 1,
		pass: 7,
		badges: ['exclusive', 'store-forwarding', 'branch-prediction']
	},
	{
		name: 'an atomic instruction of ARMv8.1',
		lines: [
			['.arch armv8.1-a'],
			['adrp x2, word', 1],
			['add x2, x2, :lo12:word', 1],
			['1:'],
			['swpal x0, x3, [x2]', n],
			['subs x0, x0, #1', n],
			['b.ne 1b', n],
			['mov x0, x3', 1],
			['ret', 1]
		],
		sourceIterations: 1,
		pass: 3,
		badges: ['atomic', 'store-forwarding'],
		refused: 'llvm-mca has no figures for swpal'
	},
	{
		name: 'pairs copied through memory, with a division and a barrier',
		lines: [
			['adrp x2, word', 1],
			['add x2, x2, :lo12:word', 1],
			['1:'],
			['ldp x3, x4, [x2, #16]', n],
			['udiv x4, x4, x0', n],
			['stp x3, x4, [x2, #32]', n],
			['dmb ish', n],
			['subs x0, x0, #1', n],
			['b.ne 1b', n],
			['mov x0, x4', 1],
			['ret', 1]
		],
		sourceIterations: 1,
		pass: 6,
		badges: ['fence', 'division', 'assumes-no-aliasing']
	},
	{
		name: 'every second element, its address moved on by the load',
		lines: [
			['adrp x2, word', 1],
			['add x2, x2, :lo12:word', 1],
			['1:'],
			['mov x3, x2', n / 2],
			['ldr x4, [x3], #8', n / 2],
			['cmp x4, x1', n / 2],
			['csel x1, x4, x1, hi', n / 2],
			['subs x0, x0, #2', n / 2],
			['b.ne 1b', n / 2],
			['mov x0, x1', 1],
			['ret', 1]
		],
		sourceIterations: 2,
		pass: 6,
		badges: []
	}
];

/** The kernel as a C file with inline assembly. */
export function sourceOf({ lines }: AssemblyKernel): string {
	const text = ['.text', '.globl kernel', '.type kernel, %function', 'kernel:'];
	const all = [...text, ...lines.map(([line]) => line), '.size kernel, .-kernel'];
	const quoted = all.map((line) => `\t"${line}\\n"`);
	return `#include "cyclelab.h"\nuint64_t word[8];\n__asm__(\n${quoted.join('\n')});\n`;
}
