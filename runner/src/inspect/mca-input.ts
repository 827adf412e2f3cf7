/** What every call of llvm-mca is given: its model, and the loop's text in marked regions. */
import type { Target } from '@cyclelab/exercises/schema';
import { llvmTool, olderLlvmMca } from '../sandbox/llvm.ts';
import { assembly } from './assembly.ts';
import type { Decoded } from './listing.ts';
import type { Model } from './models.ts';

const triples: Record<Target, string> = { 'x86-64': 'x86_64', arm64: 'aarch64' };

/** The program, the model and the model's correction. */
export const argvOf = ({ target, mcpu, dispatch, older }: Model): string[] => [
	older ? olderLlvmMca.program : llvmTool('llvm-mca'),
	`--mtriple=${triples[target]}`,
	`--mcpu=${mcpu}`,
	...(dispatch === undefined ? [] : [`--dispatch=${dispatch}`])
];

/** `#` at the beginning of a line is a comment on arm64 as well, and the only one whose marks llvm-mca finds there. */
export const region = (name: string, body: readonly Decoded[], target: Target): string[] => [
	`# LLVM-MCA-BEGIN ${name}`,
	...body.map((instruction) => assembly(instruction, target) ?? 'nop'),
	'# LLVM-MCA-END'
];

/** Standard input for lines of assembly. */
export const source = (lines: readonly string[], target: Target): string =>
	[...(target === 'x86-64' ? ['.intel_syntax noprefix'] : []), ...lines, ''].join('\n');
