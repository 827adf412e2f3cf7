/** The parts of llvm-mca's --json output that are read, the model it used, and its error messages. */
import { z } from 'zod';
import type { Model } from './models.ts';

const McaRegion = z.object({
	Name: z.string(),
	InstructionInfoView: z.object({
		InstructionList: z.array(
			z.object({
				Instruction: z.int(),
				Latency: z.number(),
				NumMicroOpcodes: z.number(),
				RThroughput: z.number(),
				hasUnmodeledSideEffects: z.boolean(),
				mayLoad: z.boolean(),
				mayStore: z.boolean()
			})
		)
	}),
	ResourcePressureView: z
		.object({
			ResourcePressureInfo: z.array(
				z.object({
					InstructionIndex: z.int(),
					ResourceIndex: z.int(),
					ResourceUsage: z.number()
				})
			)
		})
		.optional(),
	SummaryView: z.object({
		Iterations: z.int().positive(),
		Instructions: z.int(),
		TotalCycles: z.number(),
		TotaluOps: z.number(),
		BlockRThroughput: z.number(),
		DispatchWidth: z.number()
	})
});
export type McaRegion = z.infer<typeof McaRegion>;

/**
 * Units of a resource that has several come as name, point and a character whose code is the unit's number: llvm-mca 19
 * appends the number as a `char` (InstructionView.cpp, getJSONTargetInfo).
 */
const resourceName = z
	.string()
	.transform((name) => name.replace(/\.(.)$/s, (_, unit: string) => `.${unit.charCodeAt(0)}`));

export const McaOutput = z.object({
	CodeRegions: z.array(McaRegion),
	TargetInfo: z.object({ CPUName: z.string(), Resources: z.array(resourceName) })
});

const cycle = z.int();
export const McaTimeline = z.object({
	CodeRegions: z.array(
		z.object({
			TimelineView: z.object({
				TimelineInfo: z.array(
					z.object({
						CycleDispatched: cycle,
						CycleIssued: cycle,
						CycleExecuted: cycle,
						CycleRetired: cycle
					})
				)
			})
		})
	)
});

/** Zen 2 is "Zn2AGU0": the prefix must not go on with a digit or letter of a longer one ("Zn" of "Zn2"). */
export const isModel = (resources: readonly string[], { resourcePrefix }: Model): boolean =>
	resources.length > 0 &&
	resources.every(
		(name) => name.startsWith(resourcePrefix) && /^[A-Z]/.test(name.slice(resourcePrefix.length))
	);

/** llvm-mca's first error as a sentence. Of an instruction the model has no numbers for, only its name is of use. */
export function errorWords(stderr: string, { model }: Pick<Model, 'model'>): string {
	const lines = stderr.split('\n', 50).filter((line) => line.length < 400);
	const at = lines.findIndex((line) => line.includes('error: '));
	if (at < 0) return 'llvm-mca ended without an answer.';
	const unsupported = lines.find((line) => line.startsWith('note: instruction:'));
	if (unsupported !== undefined) {
		const [mnemonic = ''] = unsupported.slice('note: instruction:'.length).trim().split(/\s/);
		return `llvm-mca has no figures for ${mnemonic} in its ${model} model.`;
	}
	const line = lines[at] ?? '';
	const words = line.slice(line.indexOf('error: ') + 'error: '.length).trim();
	// An error of the assembler is followed by the line it is about.
	const about = /^<stdin>:\d+:\d+: error: instruction requires/.test(line)
		? ` (${lines[at + 1]?.trim().replaceAll(/\s+/g, ' ')})`
		: '';
	return `llvm-mca reports: ${words.replace(/\.$/, '')}${about}.`;
}
