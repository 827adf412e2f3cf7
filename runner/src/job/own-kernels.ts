/** Shell: builds kernels of the runner's own and measures them in the background. Leaves at once when asked to. */
import type { Parameters, Target } from '@cyclelab/exercises/schema';
import { measure } from '../measure/measure.ts';
import { startPlan } from '../measure/plan.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { Measured } from '@cyclelab/contract/schema/measurement';
import { clang } from '../toolchains/cc.ts';
import type { Build } from '../toolchains/toolchain.ts';
import { buildVariant, type Program } from './build-variant.ts';
import type { RunCommand } from './run-steps.ts';
import { measurePlaces } from './measure-all.ts';
import type { CoreAccess } from '../core-queue.ts';

type KernelNeeds = CoreAccess<PooledSandbox>;

/** `kind`: what it does, in a word. `imageBase`: see `Build`. */
export type OwnSource = { kind: string; source: string } & Pick<Build, 'imageBase'>;
export type Kernel = { kind: string; build: Build; program: Program };

/** The compiler refuses a kernel. `text`: its words. */
export class NotCompiled extends Error {
	constructor(kind: string, text: string) {
		super(`The compiler refuses the kernel ${kind}: ${text.slice(0, 400)}`);
	}
}

/** Rejects with the signal's reason once it is aborted, or if a kernel does not build; with `NotCompiled` if it has an error. */
export async function buildKernels(
	{ takeSandbox }: KernelNeeds,
	sources: readonly OwnSource[],
	target: Target,
	signal: AbortSignal
): Promise<Kernel[]> {
	return withSandbox(takeSandbox('tools', clang.image), signal, async (sandbox) => {
		const run: RunCommand = (_stage, command) => sandbox.run(command);
		const kernels: Kernel[] = [];
		for (const { kind, ...own } of sources) {
			const build: Build = {
				variant: kind,
				...own,
				language: 'c',
				compiler: clang.compiler,
				flags: [],
				target
			};
			const building = { build, edited: false };
			const { program, report } = await buildVariant(building, clang, sandbox, run, () => {});
			const { failure } = report;
			if (failure?.kind === 'compile-error') throw new NotCompiled(kind, failure.text);
			if (!program) throw new Error(`The kernel ${kind} did not build. ${failure?.title}`);
			kernels.push({ kind, build, program });
		}
		return kernels;
	});
}

/** A kernel by another name, or with other parameters. */
type OwnPlace = { variant: string; parameters: Parameters };

/**
 * Measures a kernel at these places, in their order; places with too many disturbed samples are missing. Rejects
 * with the signal's reason once it is aborted; the measuring core is free then.
 */
export async function measureKernel(
	needs: KernelNeeds,
	{ build, program }: Kernel,
	places: readonly OwnPlace[],
	seed: number,
	signal: AbortSignal
): Promise<(OwnPlace & { measured: Measured })[]> {
	return onOwnCore(needs, signal, async (sandbox) => {
		for (const [name, bytes] of program.artifacts) await sandbox.put(name, bytes);
		const execute = clang.execute(build, program.made);
		const plan = await measurePlaces(
			startPlan(
				places.map((place) => ({ ...place, execute })),
				clang.limits.measure,
				seed
			),
			sandbox,
			() => undefined,
			() => {},
			signal
		);
		return plan.places.flatMap(({ processes, failure, place: { variant, parameters } }) => {
			const result = failure ? undefined : measure(processes, variant);
			return result?.ok ? { variant, parameters, measured: result.measured } : [];
		});
	});
}

/** Waits for the measuring core, and passes a sandbox on it to `use`. The core is free once this has ended. */
export async function onOwnCore<T>(
	{ takeSandbox, coreQueue }: KernelNeeds,
	signal: AbortSignal,
	use: (sandbox: PooledSandbox) => Promise<T>
): Promise<T> {
	const release = await coreQueue.take(() => {}, signal);
	try {
		return await withSandbox(takeSandbox('measure', clang.image), signal, use);
	} finally {
		release();
	}
}

/** Does not wait for a sandbox or a step once it is asked to leave: what is still to come is thrown away. */
export function withSandbox<T>(
	taking: Promise<PooledSandbox>,
	signal: AbortSignal,
	use: (sandbox: PooledSandbox) => Promise<T>
): Promise<T> {
	const using = taking.then(async (sandbox) => {
		try {
			signal.throwIfAborted();
			return await use({ ...sandbox, run: (command) => sandbox.run(command, signal) });
		} finally {
			void sandbox.dispose().catch(() => undefined);
		}
	});
	return new Promise((resolve, reject) => {
		const leave = () => reject(signal.reason);
		if (signal.aborted) leave();
		signal.addEventListener('abort', leave, { once: true });
		using.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
	});
}
