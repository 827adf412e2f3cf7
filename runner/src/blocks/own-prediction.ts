/** The time of a block by figures that were measured on the same core, without anybody's table. Pure. */
import { x86 } from '../inspect/isa-x86-64.ts';
import type { Decoded } from '../inspect/listing.ts';
import type { BlockAnswer } from '../schema/blocks.ts';
import type { CodeBlock } from './extract.ts';
import { chainBound } from './bounds.ts';
import { formOf, isPureLoad, located, registerFormOf } from './forms.ts';

/** Cycles. `latency` is absent where nothing waits for a result, or no chain could be measured. */
export type FormFigures = { throughput: number; latency?: number };
export type OwnFigures = {
	/** By form. */
	forms: ReadonlyMap<string, FormFigures>;
	/** Cycles of the fastest instruction: the reciprocal of the width. */
	slot: number;
	/** Cycles from an address to a loaded register. */
	load: number;
};

type Resource = 'scalar' | 'vector' | 'load' | 'store';
type Use = { resource: Resource; throughput: number };
type Step = { latency: number; uses: readonly Use[] };

/** `sum`: only one instruction at a time uses a resource. `nested`: as if the ports of slower ones were among those of faster. */
export type Sharing = 'sum' | 'nested';

/** The largest of width, chain and resources, or the first instruction whose form has no figures. */
export function ownPrediction(
	block: Pick<CodeBlock, 'instructions'>,
	figures: OwnFigures,
	sharing: Sharing
): BlockAnswer {
	const steps: Step[] = [];
	for (const instruction of block.instructions) {
		const step = stepOf(instruction, figures);
		if (!step)
			return {
				refused: `${formOf(instruction) ?? instruction.mnemonic} was not measured on this core.`
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

/**
 * Cycles that a resource is taken. For ports in nested sets and one micro-operation each, Hall's condition: those with at most
 * 1 / t ports are at least t cycles apart.
 */
const shared: Record<Sharing, (throughputs: readonly number[]) => number> = {
	sum: (throughputs) => throughputs.reduce((sum, one) => sum + one, 0),
	nested: (throughputs) =>
		Math.max(
			0,
			...throughputs.map((least) => least * throughputs.filter((one) => one >= least).length)
		)
};

function stepOf(instruction: Decoded, { forms, load }: OwnFigures): Step | undefined {
	const own = forms.get(formOf(instruction) ?? '');
	if (!own) return undefined;
	const { memory, writes } = x86.access(located(instruction));
	const isVector = instruction.operands.some((one) => /\b[xy]mm\d/.test(one));
	const unit = isVector ? 'vector' : 'scalar';
	const { throughput } = own;
	if (isPureLoad(instruction))
		return { latency: own.latency ?? load, uses: [{ resource: 'load', throughput }] };
	const register = registerFormOf(instruction);
	if (register) {
		const inRegisters = forms.get(formOf(register) ?? '');
		if (inRegisters?.latency === undefined) return undefined;
		const resource = memory?.stores ? 'store' : 'load';
		return {
			latency: inRegisters.latency + load,
			uses: [
				{ resource, throughput },
				{ resource: unit, throughput: inRegisters.throughput }
			]
		};
	}
	if (memory?.stores || instruction.mnemonic === 'push')
		return { latency: 0, uses: [{ resource: 'store', throughput }] };
	if (own.latency === undefined && writes.length > 0) return undefined;
	return { latency: own.latency ?? 0, uses: [{ resource: unit, throughput }] };
}
