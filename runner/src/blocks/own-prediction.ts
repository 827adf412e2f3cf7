/** The time of a block by figures that were measured on the same core, without anybody's table. Pure. */
import { x86 } from '../inspect/isa-of.ts';
import type { Decoded } from '../inspect/listing.ts';
import type {
	BlockAnswer,
	FormFigures,
	MeasuredBlock,
	Predictor
} from '@cyclelab/contract/schema/blocks';
import type { CodeBlock } from './extract.ts';
import { chainBound } from './bounds.ts';
import { formOf, isPureLoad, located, registerFormOf } from './forms.ts';

export type OwnFigures = {
	/** By the form's name. */
	forms: ReadonlyMap<string, FormFigures>;
	/** Cycles of the fastest instruction: the reciprocal of the width. */
	slot: number;
	/** Cycles from an address to a loaded register. */
	load: number;
};

type Resource = 'scalar' | 'vector' | 'load' | 'store';
type Use = { resource: Resource; throughput: number };
type InstructionCost = { latency: number; uses: readonly Use[] };

/** `sum`: only one instruction at a time uses a resource. `nested`: as if the ports of slower ones were among those of faster. */
export type Sharing = 'sum' | 'nested';

export const ownPredictor = (sharing: Sharing): Predictor => ({
	id: `measured here, ${sharing === 'sum' ? 'sums' : 'nested ports'}`,
	tool: 'measured',
	version: '1',
	model: 'figures of this core',
	exact: true,
	options: []
});

/** The largest of width, chain and resources, or the first instruction whose form has no figures. */
export function ownPrediction(
	block: Pick<CodeBlock, 'instructions'>,
	figures: OwnFigures,
	sharing: Sharing
): BlockAnswer {
	const steps: InstructionCost[] = [];
	for (const instruction of block.instructions) {
		const step = stepOf(instruction, figures);
		if (!step)
			return {
				refused: `${(formOf(instruction) ?? instruction.mnemonic).slice(0, 80)} was not measured on this core.`
			};
		steps.push(step);
	}
	const width = steps.length * figures.slot;
	const latencies = steps.map(({ latency }) => latency);
	const instructions = block.instructions.map(located);
	const chain = chainBound({ instructions }, latencies, figures.load);
	const uses = [
		...Map.groupBy(
			steps.flatMap((step) => step.uses),
			({ resource }) => resource
		).values()
	];
	const resources = uses.map((some) => shared[sharing](some.map(({ throughput }) => throughput)));
	return Math.max(width, chain, ...resources);
}

/** The figures that a block's prediction is computed from, each form's once. */
export function figuresUsed(
	{ instructions }: Pick<CodeBlock, 'instructions'>,
	{ forms, slot, load }: OwnFigures
): NonNullable<MeasuredBlock['figures']> {
	const names = instructions.flatMap((instruction) => {
		const register = registerFormOf(instruction);
		return [formOf(instruction), register && formOf(register)];
	});
	const used = [...new Set(names)].flatMap((name) => forms.get(name ?? '') ?? []);
	return { slot, load, forms: used };
}

/**
 * Cycles that a resource is taken. For ports in nested sets and one micro-operation each, Hall's condition: those with at most
 * 1 / t ports are at least t cycles apart.
 */
const shared: Record<Sharing, (throughputs: readonly number[]) => number> = {
	sum: (throughputs) => throughputs.reduce((sum, throughput) => sum + throughput, 0),
	nested: (throughputs) =>
		Math.max(
			0,
			...throughputs.map(
				(least) => least * throughputs.filter((throughput) => throughput >= least).length
			)
		)
};

function stepOf(instruction: Decoded, { forms, load }: OwnFigures): InstructionCost | undefined {
	const own = forms.get(formOf(instruction) ?? '');
	if (!own) return undefined;
	const { memory, writes } = x86.access(located(instruction));
	const isVector = instruction.operands.some((operand) => /\b[xy]mm\d/.test(operand));
	const unit = isVector ? 'vector' : 'scalar';
	const throughput = own.throughput.median;
	if (isPureLoad(instruction))
		return { latency: own.latency?.median ?? load, uses: [{ resource: 'load', throughput }] };
	const register = registerFormOf(instruction);
	if (register) {
		const inRegisters = forms.get(formOf(register) ?? '');
		if (inRegisters?.latency === undefined) return undefined;
		const resource = memory?.stores ? 'store' : 'load';
		return {
			latency: inRegisters.latency.median + load,
			uses: [
				{ resource, throughput },
				{ resource: unit, throughput: inRegisters.throughput.median }
			]
		};
	}
	if (memory?.stores || instruction.mnemonic === 'push')
		return { latency: 0, uses: [{ resource: 'store', throughput }] };
	if (own.latency === undefined && writes.length > 0) return undefined;
	return { latency: own.latency?.median ?? 0, uses: [{ resource: unit, throughput }] };
}
