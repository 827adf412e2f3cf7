/** Shell: builds the kernels a runner compares with themselves, and measures a pair. Leaves at once when asked to. */
import type { Target } from '@cyclelab/exercises/schema';
import { measure } from '../measure/measure.ts';
import type { MeasuredPair } from '../measure/noise-floor.ts';
import { startPlan } from '../measure/plan.ts';
import type { PooledSandbox } from '../sandbox/pool.ts';
import { clang } from '../toolchains/cc.ts';
import type { Build } from '../toolchains/toolchain.ts';
import { buildVariant, type Program } from './build-variant.ts';
import type { Run } from './carry-out.ts';
import { measurePlaces } from './measure-places.ts';
import type { MeasuringCore } from './on-measuring-core.ts';
import { noiseKernels } from './noise-kernels.ts';

type Needs = MeasuringCore<PooledSandbox>;

export type Kernel = { kind: string; build: Build; program: Program };

/** Rejects with the signal's reason once it is aborted, or if a kernel does not build. */
export async function buildKernels(
	{ takeSandbox }: Needs,
	target: Target,
	signal: AbortSignal
): Promise<Kernel[]> {
	return withSandbox(takeSandbox('tools', clang.image), signal, async (sandbox) => {
		const run: Run = (_stage, command) => sandbox.run(command);
		const kernels: Kernel[] = [];
		for (const { kind, source } of noiseKernels) {
			const build: Build = {
				...{ variant: kind, source, language: 'c', compiler: clang.compiler, flags: [] },
				target
			};
			const building = { build, edited: false };
			const { program, report } = await buildVariant(building, clang, sandbox, run, () => {});
			if (!program) throw new Error(`The kernel ${kind} did not build. ${report.failure?.title}`);
			kernels.push({ kind, build, program });
		}
		return kernels;
	});
}

/**
 * Measures a kernel twice, as two variants of an exercise. Undefined if too many samples were disturbed. Rejects with the
 * signal's reason once it is aborted; the measuring core is free then.
 */
export async function measurePair(
	{ takeSandbox, turns }: Needs,
	{ kind, build, program }: Kernel,
	seed: number,
	signal: AbortSignal
): Promise<MeasuredPair | undefined> {
	const release = await turns.take(() => {}, signal);
	try {
		return await withSandbox(takeSandbox('measure', clang.image), signal, async (sandbox) => {
			for (const [name, bytes] of program.artifacts) await sandbox.put(name, bytes);
			const execute = clang.execute(build, program.made);
			const places = ['one', 'other'].map((variant) => ({ variant, execute, parameters: {} }));
			const plan = await measurePlaces(
				startPlan(places, clang.limits.measure, seed),
				sandbox,
				() => undefined,
				() => {},
				signal
			);
			const [one, other] = plan.places.map(({ processes, failure, place }) => {
				const result = failure ? undefined : measure(processes, place.variant);
				return result?.ok ? result.measured : undefined;
			});
			return one && other && { kind, one, other };
		});
	} finally {
		release();
	}
}

/** Does not wait for a sandbox or a step once it is asked to leave: what is still to come is thrown away. */
function withSandbox<T>(
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
