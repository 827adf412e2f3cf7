/** Shell: builds blocks into programs and measures each of them in a sandbox on the measuring core. */
import { blockCost, unsteady, type BlockCost } from '../blocks/cost.ts';
import type { CodeBlock } from '../blocks/extract.ts';
import {
	beforeCopies,
	copiesOf,
	exits,
	imageBase,
	kernelIndex,
	kernelParameter,
	kernelSource,
	kernelSymbol
} from '../blocks/kernel-source.ts';
import { assembly } from '../inspect/assembly.ts';
import type { DecodedFunction } from '../inspect/listing.ts';
import type { Program } from './build-variant.ts';
import { measurePlaces } from './measure-all.ts';
import { buildKernels, NotCompiled, onOwnCore } from './own-kernels.ts';
import type { CoreAccess } from '../core-queue.ts';
import { measure } from '../measure/measure.ts';
import { startPlan } from '../measure/plan.ts';
import type { PlaceState } from '../measure/plan-state.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { FailureFacts } from '@cyclelab/contract/schema/failure';
import type { Measured } from '@cyclelab/contract/schema/measurement';
import { clang } from '../toolchains/cc.ts';

/** Blocks of one program: as many instructions as a listing may have, in both lengths, are far more. */
export const blocksOfProgram = 24;

/**
 * The cost of each block, in order. A block that the assembler refuses is dropped: halves of the blocks are built alone until it is
 * found. Rejects with the signal's reason once it is aborted; the measuring core is free then.
 * @param seed of stack and environment
 */
export async function measureBlocks(
	needs: CoreAccess<PooledSandbox>,
	blocks: readonly CodeBlock[],
	seed: number,
	signal: AbortSignal
): Promise<BlockCost[]> {
	try {
		return await measureProgram(needs, blocks, seed, signal);
	} catch (cause) {
		if (!(cause instanceof NotCompiled)) throw cause;
		if (blocks.length === 1) return [{ dropped: 'is refused by the assembler' }];
		const middle = Math.ceil(blocks.length / 2);
		const first = await measureBlocks(needs, blocks.slice(0, middle), seed, signal);
		return [...first, ...(await measureBlocks(needs, blocks.slice(middle), seed, signal))];
	}
}

async function measureProgram(
	needs: CoreAccess<PooledSandbox>,
	blocks: readonly CodeBlock[],
	seed: number,
	signal: AbortSignal
): Promise<BlockCost[]> {
	const own = { kind: 'blocks', source: kernelSource(blocks), imageBase };
	const [kernel] = await buildKernels(needs, [own], 'x86-64', signal);
	if (!kernel) throw new Error('No kernel was built of the blocks.');
	const { build, program } = kernel;
	const differing = blocks.map((block, index) => !isInProgram(block, index, program));
	const execute = clang.execute(build, program.made);
	const places = blocks.flatMap((_, index) =>
		differing[index]
			? []
			: (['short', 'long'] as const).map((length) => ({
					variant: 'blocks',
					execute,
					parameters: { [kernelParameter]: kernelIndex(index, length) }
				}))
	);
	const plan = await onOwnCore(needs, signal, async (sandbox) => {
		for (const [name, bytes] of program.artifacts) await sandbox.put(name, bytes);
		const start = startPlan(places, clang.limits.measure, seed);
		return measurePlaces(
			start,
			sandbox,
			() => undefined,
			() => {},
			signal
		);
	});
	return blocks.map((block, index): BlockCost => {
		if (differing[index]) return { dropped: 'is assembled to other instructions' };
		const [short, long] = (['short', 'long'] as const).map((length) => {
			const wanted = kernelIndex(index, length);
			return resultOf(
				plan.places.find(({ place }) => place.parameters[kernelParameter] === wanted)
			);
		});
		if (!short || !long) return { dropped: 'was not measured' };
		if ('dropped' in short) return short;
		if ('dropped' in long) return long;
		return blockCost(short.measured, long.measured, copiesOf(block));
	});
}

/** Whether the first copy in the program is the block: what is predicted is what runs. Addresses of data differ. */
function isInProgram(block: CodeBlock, index: number, { seen }: Program): boolean {
	const symbol = kernelSymbol(kernelIndex(index, 'short'));
	const kernel = seen.functions.find((decoded: DecodedFunction) => decoded.symbol === symbol);
	const from = kernel?.instructions.findIndex(({ mnemonic }) => mnemonic === beforeCopies) ?? -1;
	if (!kernel || from < 0) return false;
	const first = kernel.instructions.slice(from + 1, from + 1 + block.instructions.length);
	const text = first.map((instruction) => assembly(instruction, 'x86-64') ?? '').join('\n');
	return withoutAddresses(text) === withoutAddresses(block.text);
}

const withoutAddresses = (text: string) => text.replaceAll(/\[rip [+-] [^\]]*\]/g, '[rip]');

function resultOf(state: PlaceState | undefined): { measured: Measured } | { dropped: string } {
	if (!state) return { dropped: 'was not measured' };
	if (state.failure) return { dropped: reasonOf(state.failure) };
	const result = measure(state.processes, state.place.variant);
	return result.ok ? { measured: result.measured } : { dropped: unsteady.noise };
}

const reasonOf = (failure: FailureFacts): string =>
	(failure.kind === 'crash' && exits[failure.exitCode ?? 0]) || `ended with ${failure.kind}`;
