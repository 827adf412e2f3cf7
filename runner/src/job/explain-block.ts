/** Shell: measures a block's variants in the sandbox, and asks the leading model what limits the block. */
import { defined } from '@cyclelab/contract/defined';
import { interventionsOf, type Intervention } from '../blocks/interventions.ts';
import { unsteady, type BlockCost } from '../blocks/cost.ts';
import type { CodeBlock } from '../blocks/extract.ts';
import { limitsOf, savingOf } from '../blocks/limits.ts';
import { limitByAnalysis, limitByBounds } from '../blocks/model-limit.ts';
import type { Asked } from '../blocks/predictors.ts';
import { busiestKinds, probes, type UnitLimit } from '../blocks/unit-limits.ts';
import type { CoreAccess } from '../core-queue.ts';
import { bottleneckCommand, readBottlenecks } from '../inspect/mca-views.ts';
import { predictCommand, readPrediction } from '../inspect/predict.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import { stepLimits } from '../sandbox/limits.ts';
import type { MeasuredBlock } from '@cyclelab/contract/schema/blocks';
import type { Interval } from '@cyclelab/contract/schema/measurement';
import { mostTried, type Tried, type Why } from '@cyclelab/contract/schema/why';
import { blocksOfProgram, measureBlocks } from './measure-blocks.ts';
import { withSandbox } from './own-kernels.ts';
import { pathOf } from './predict-blocks.ts';

/** Variants of one program; the block itself is measured beside them, so that both have the same conditions. */
const variantsOfProgram = blocksOfProgram - 1;

type About = {
	block: CodeBlock;
	/** The bounds are in its answers. */
	answers: MeasuredBlock['answers'];
	/** The first is the leading one. */
	asked: readonly Asked[];
};

/**
 * Why the block itself has no time, if it has none that can be believed. Rejects with the signal's reason once it is aborted; the
 * measuring core is free then.
 * @param seed of stack and environment
 */
export async function explainBlock(
	needs: CoreAccess<PooledSandbox>,
	{ block, answers, asked }: About,
	seed: number,
	signal: AbortSignal
): Promise<Why | { dropped: string }> {
	const all = interventionsOf(block);
	const chosen = all.slice(0, mostTried);
	const wholes: Interval[] = [];
	let noTime: { dropped: string } | undefined;
	const isHopeless = () => wholes.length === 0 && noTime && !unsteadyReasons.has(noTime.dropped);
	const results = new Map<Intervention, Tried['result']>();
	const measure = async (which: readonly Intervention[], from: number) => {
		for (let at = 0; at < which.length && !isHopeless(); at += variantsOfProgram) {
			const some = which.slice(at, at + variantsOfProgram);
			const { whole, costs } = await costsOf(needs, block, some, from + at, signal);
			if ('cycles' in whole) wholes.push(whole.cycles);
			else noTime ??= whole;
			for (const [index, one] of some.entries()) results.set(one, resultOf(whole, costs[index]));
		}
	};
	await measure(chosen, seed);
	const isUnsteady = (intervention: Intervention) => {
		const result = results.get(intervention);
		return result !== undefined && 'dropped' in result && unsteadyReasons.has(result.dropped);
	};
	await measure(chosen.filter(isUnsteady), seed + mostTried);
	const [whole] = wholes;
	if (!whole) return noTime ?? { dropped: 'was not measured' };
	const tried = chosen.flatMap((intervention): Tried[] => {
		const { block: _, ...one } = intervention;
		const result = results.get(intervention);
		return result ? [{ ...one, result }] : [];
	});
	const limits = limitsOf(block, tried);
	// A variant without a time could have shown the limit.
	const isKnown = limits.length > 0 || tried.every(({ result }) => 'cycles' in result);
	const complete = isKnown ? limits : undefined;
	const { busiest, bottlenecks } = await viewsOf(needs, block, asked, signal);
	const bounds = limitByBounds(answers, busiest, complete);
	const analysis = limitByAnalysis(bottlenecks, busiest, complete);
	return {
		at: new Date().toISOString(),
		whole,
		tried,
		limits,
		left: all.length - chosen.length,
		model: defined({ bounds, analysis })
	};
}

/** A variant that no assembler reads fails the whole program: then those with new operands are measured no more. */
async function costsOf(
	needs: CoreAccess<PooledSandbox>,
	block: CodeBlock,
	some: readonly Intervention[],
	seed: number,
	signal: AbortSignal
): Promise<{ whole: BlockCost; costs: BlockCost[] }> {
	const measured = async (which: readonly Intervention[]) => {
		const blocks = [block, ...which.map((intervention) => intervention.block)];
		const [whole = { dropped: 'was not measured' }, ...costs] = await measureBlocks(
			needs,
			blocks,
			seed,
			signal
		);
		return { whole, costs };
	};
	try {
		return await measured(some);
	} catch (cause) {
		signal.throwIfAborted();
		const safe = some.filter(({ kind }) => !hasNewOperands.has(kind));
		if (safe.length === some.length) throw cause;
		const { whole, costs } = await measured(safe);
		const costOf = new Map(safe.map((intervention, index) => [intervention, costs[index]]));
		return {
			whole,
			costs: some.map(
				(intervention) => costOf.get(intervention) ?? { dropped: 'cannot be assembled' }
			)
		};
	}
}

const hasNewOperands: ReadonlySet<string> = new Set([
	'register-for-load',
	'registers-for-loads',
	'store-for-update'
]);

const besideNothing = 'stands beside no believable time of the block';
/** Variants that are measured once more. */
const unsteadyReasons: ReadonlySet<string> = new Set([...Object.values(unsteady), besideNothing]);

/** Times of two programs are not compared: their code and their stacks lie elsewhere. */
function resultOf(whole: BlockCost, variant: BlockCost | undefined): Tried['result'] {
	if (!variant) return { dropped: 'was not measured' };
	if ('dropped' in variant) return { dropped: variant.dropped };
	if ('dropped' in whole) return { dropped: besideNothing };
	return { cycles: variant.cycles, saved: savingOf(whole.cycles, variant.cycles) };
}

/** By the leading model: its bottleneck analysis, and the kinds of its busiest units. */
async function viewsOf(
	needs: CoreAccess<PooledSandbox>,
	block: CodeBlock,
	asked: readonly Asked[],
	signal: AbortSignal
): Promise<{ bottlenecks: string | undefined; busiest: UnitLimit[] }> {
	const by = asked[0]?.by;
	if (!by || !('question' in by)) return { bottlenecks: undefined, busiest: [] };
	const { question } = by;
	const paths = [block, ...probes].map(pathOf);
	const tools = needs.takeSandbox('tools', 'cc');
	return withSandbox(tools, signal, async (llvm) => {
		const command = bottleneckCommand(pathOf(block), question.model, stepLimits.predict);
		const bottlenecks = readBottlenecks(await llvm.run(command));
		const asking = predictCommand(paths, question, stepLimits.predict);
		const [whole = [], ...probed] = readPrediction(await llvm.run(asking), paths, question).map(
			(answer) => ('predicted' in answer ? (answer.predicted.instructions ?? []) : [])
		);
		return { bottlenecks, busiest: busiestKinds(whole, probed) };
	});
}
