/** Shell: counts a variant on the processor, by single steps, where the emulator cannot or the processor may execute other code. */
import { constants } from 'node:os';
import { failureOf } from '../measure/failure-of.ts';
import { countedAt } from '@cyclelab/contract/measure/place';
import { finishRows, nothingRead, readRows } from '../measure/rows.ts';
import { sum } from '@cyclelab/contract/measure/statistics';
import { done, failed, type ReadResult } from '../inspect/read.ts';
import {
	beyondIn,
	mayChooseOtherwise,
	stepCommand,
	stepsAtMost,
	uncountedBecause,
	type Unstepped
} from '../inspect/stepped.ts';
import type { Sandbox } from '../sandbox/command.ts';
import { inForce } from '../sandbox/limits.ts';
import type { Host } from '@cyclelab/contract/schema/host';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { disturbed } from '../toolchains/elf.ts';
import { countSeed, type CountRequest } from '../toolchains/harness-env.ts';
import type { Build, Counts, Toolchain } from '../toolchains/toolchain.ts';
import type { Program, ToInspect } from './build-variant.ts';
import { countVariant, type CountedVariant } from './count-variant.ts';
import { runSteps } from './run-steps.ts';

/** Counted under the emulator or on the processor, or the sentence why there are no counts. */
type CountedAnyhow =
	| (CountedVariant & { stepped?: VariantReport['stepped'] })
	| { uncounted: string };

export type OnProcessor = {
	host: Host;
	/** A sandbox that audits, of the toolchain's image. */
	take: () => Promise<Sandbox & { retire: () => void }>;
};

/**
 * What the emulator counted, unless the processor executes other instructions: those are counted on the processor then. The emulator
 * ends a program at an instruction that it lacks; a program that asks what the processor has chooses other code under it.
 */
export async function countAnyhow(
	task: Pick<ToInspect, 'facts' | 'build'>,
	toolchain: Toolchain,
	program: Program,
	emulated: ReadResult<CountedVariant>,
	{ host, take }: OnProcessor
): Promise<ReadResult<CountedAnyhow>> {
	const { build } = task;
	const { functions } = program.seen;
	const texts = () => functions.flatMap(({ instructions }) => instructions.map(({ text }) => text));
	const isUnknown =
		!emulated.ok && emulated.failure.kind === 'crash' && emulated.failure.signal === 'SIGILL';
	const mayDiffer = emulated.ok && mayChooseOtherwise(functions, emulated.value.counts);
	if (!isUnknown && !mayDiffer) return emulated;
	if (!toolchain.step || host.emulated || build.target !== 'x86-64' || host.arch !== 'x86-64')
		return isUnknown && !texts().some((text) => trap.test(text))
			? done({ uncounted: uncountedBecause() })
			: emulated;
	const sandbox = await take();
	try {
		for (const [name, bytes] of program.artifacts) await sandbox.put(name, bytes);
		const stepped = await stepVariant(task, toolchain, toolchain.step, program, sandbox);
		if ('none' in stepped) {
			const { none, signal } = stepped;
			if (emulated.ok) return emulated;
			if (none !== 'ended') return done({ uncounted: uncountedBecause(none) });
			// Code for other processors may be there as well: the program is refused where it executed an instruction that this one lacks.
			const needed = texts().map(beyondIn);
			const extension = needed.find((one) => one && host.extensions?.includes(one) === false);
			const { variant } = build;
			const { processor } = host;
			return signal === constants.signals.SIGILL && extension !== undefined
				? failed({ kind: 'lacks-extension', stage: 'count', variant, extension, processor })
				: emulated;
		}
		if (!emulated.ok) return stepped;
		// A program that the emulator counts is not ended by stepping through it.
		return stepped.ok && doesOther(stepped.value, emulated.value) ? stepped : emulated;
	} finally {
		sandbox.retire();
	}
}

/** An instruction that is there to end the program, on either architecture. */
const trap = /^ud[f2]?\b/;

/** Part by which instructions an iteration of the same code may differ, counted over calls of other lengths. */
const tolerance = 0.01;

function doesOther({ hot: one }: CountedVariant, { hot: other }: CountedVariant): boolean {
	const header = (hot: CountedVariant['hot']) =>
		'found' in hot ? hot.found.path.instructions[0]?.address : undefined;
	const [a, b] = [one, other].map(({ instructionsPerIteration }) => instructionsPerIteration);
	if (a === undefined || b === undefined) return false;
	return header(one) !== header(other) || Math.abs(a - b) > tolerance * Math.max(a, b);
}

/** Iterations of a first, short call, which shows how long calls may be; and of a shorter one if that is too long. */
const firstIterations = [64, 4];
/** Of the steps, the part that is planned with; instructions an iteration may vary. */
const planned = 0.8;
/** For all calls of a process, by the pace of the short call: a busy machine takes a hundred times as long for a step. Milliseconds. */
const plannedMs = 4_000;
/** Planned for at least: a short call's time is mostly its process's start, so that on a busy machine its pace says too little. */
const leastSteps = 20_000;
/** Of the longest call, all calls of a process together: `countVariant` asks for one of half, one of the whole, one of twice. */
const callsOfLongest = 3.5;

async function stepVariant(
	{ facts, build }: Pick<ToInspect, 'facts' | 'build'>,
	toolchain: Toolchain,
	step: NonNullable<Toolchain['step']>,
	program: Program,
	sandbox: Sandbox
): Promise<ReadResult<CountedVariant & { stepped: VariantReport['stepped'] }> | Unstepped> {
	const { made, seen } = program;
	const { variant } = build;
	const parameters = countedAt(facts);
	const run = (_stage: unknown, command: Parameters<Sandbox['run']>[0]) => sandbox.run(command);
	const ask = (asked: CountRequest) => runSteps(step(build, made, seen, asked), sandbox, run);

	let pace: { each: number; stepsInTime: number } | undefined;
	for (const iterations of firstIterations) {
		const began = performance.now();
		const ended = await ask({ iterations, seed: countSeed, parameters });
		if (!ended.ok) return ended;
		if ('counts' in ended.value) {
			const steps = ended.value.calls[0]?.total ?? 0;
			const ms = performance.now() - began;
			pace = { each: steps / iterations, stepsInTime: (steps / ms) * plannedMs };
			break;
		}
		if (ended.value.none !== 'steps') return ended.value;
	}
	if (pace === undefined) return { none: 'steps' };
	const steps = Math.min(planned * stepsAtMost, Math.max(leastSteps, pace.stepsInTime));
	const most = Math.min(facts.countedIterations, steps / callsOfLongest / pace.each);
	if (most < 2) return { none: 'steps' };
	const countedIterations = 2 ** Math.floor(Math.log2(most));

	let none: Unstepped | undefined;
	const calls: { counts: ReadonlyMap<number, number>; total: number }[] = [];
	const counted = await countVariant(
		{ facts: { ...facts, countedIterations }, build },
		seen,
		async (asked) => {
			const ended = await ask(asked);
			if (!ended.ok) return ended;
			if ('none' in ended.value) {
				none = ended.value;
				return failed(disturbed(variant));
			}
			for (const { counts, total = 0 } of ended.value.calls) calls.push({ counts, total });
			return done(ended.value);
		}
	);
	if (!counted.ok) return none ?? counted;
	const asked = { iterations: facts.countedIterations, seed: countSeed, parameters };
	const returned = await nativeResults(build, toolchain, program, sandbox, asked);
	if (!returned.ok) return returned;
	const { hot } = counted.value;
	const header = 'found' in hot ? hot.found.path.instructions[0]?.address : undefined;
	const passes = header === undefined ? 0 : sum(calls.map(({ counts }) => counts.get(header) ?? 0));
	return done({
		...counted.value,
		results: returned.value,
		stepped: {
			iterations: countedIterations,
			instructions: sum(calls.map(({ total }) => total)),
			...(passes > 0 ? { passes } : {})
		}
	});
}

/**
 * What the calls of the kernel return where the emulator cannot execute it, and for more iterations than can be stepped through.
 * @param sandbox one that audits, with the program's artifacts
 */
export async function nativeResults(
	build: Build,
	toolchain: Toolchain,
	{ made, seen: { functions } }: Pick<Program, 'made' | 'seen'>,
	sandbox: Sandbox,
	asked: CountRequest
): Promise<ReadResult<Counts['results']>> {
	const { measure: limits } = toolchain.limits;
	const kernel = functions.find(({ symbol }) => symbol === 'kernel')?.address ?? 0;
	const command = stepCommand(toolchain.execute(build, made), kernel, asked, limits, 0);
	const output = await sandbox.run(command);
	const where = { stage: 'count', variant: build.variant } as const;
	const failure = failureOf(output, where, inForce(command.limits, 'audit'));
	if (failure) return failed(failure);
	const rows = finishRows(readRows(nothingRead, output.results), where);
	if (!rows.ok) return rows;
	const { first, later } = rows.rows;
	return done([first.result, ...later.map(({ result }) => result)]);
}
