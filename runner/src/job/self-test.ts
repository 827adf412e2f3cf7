/**
 * Shell: what a runner does before it takes jobs: asks the tools their versions and takes a small kernel through the
 * real way, from source to measurement. That it works is the proof of readiness; its calibrations give the clock.
 */
import type { Target } from '@cyclelab/exercises/schema';
import { readDevices } from '../host/surroundings.ts';
import { explain } from '@cyclelab/contract/measure/explain';
import { measure } from '../measure/measure.ts';
import { startPlan } from '../measure/plan.ts';
import type { Sandbox } from '../sandbox/command.ts';
import type { Calibration } from '@cyclelab/contract/schema/gateway';
import type { Host } from '@cyclelab/contract/schema/host';
import { clang } from '../toolchains/cc.ts';
import type { Build } from '../toolchains/toolchain.ts';
import { buildVariant, type Program } from './build-variant.ts';
import { calibrationOf } from './calibration.ts';
import type { RunCommand } from './run-steps.ts';
import { measurePlaces, runUntimed } from './measure-all.ts';
import { onMeasuringCore, type CoreAccess } from '../core-queue.ts';
import { llvmMcaVersion, readVersion } from './read-version.ts';
import type { Rows } from '../measure/rows.ts';
import { tickStep } from '../measure/samples.ts';
import { median } from '@cyclelab/contract/measure/statistics';
import type { Measured } from '@cyclelab/contract/schema/measurement';

/** Why a runner cannot take jobs, as a sentence for operators. */
class SelfTestError extends Error {}

const multiply: Record<Target, string> = { 'x86-64': 'imul %0, %0', arm64: 'mul %0, %0, %0' };

/** One multiplication a turn, each needing the last: nothing a compiler or processor can shorten. */
const sourceFor = (target: Target) => `#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
	uint64_t product = 3;
	for (uint64_t i = 0; i < iterations; i++)
		__asm__ volatile("${multiply[target]}" : "+r"(product));
	return product;
}
`;
const variant = 'self-test';

type SelfTestNeeds = CoreAccess<Sandbox> & { host: Pick<Host, 'arch' | 'emulated'> };

/** Under emulation there is no clock to calibrate. `devices`: those a sandbox sees, by their paths. */
type SelfTested = {
	llvmMca: string;
	devices: string[];
	clockGHz?: number;
	calibration?: Calibration;
};

/** Rejects with a `SelfTestError`, or a `SandboxError` if there is no sandbox. */
export async function selfTest(needs: SelfTestNeeds): Promise<SelfTested> {
	const target = needs.host.arch;
	const build: Build = {
		variant,
		source: sourceFor(target),
		language: 'c',
		compiler: clang.compiler,
		flags: [],
		target
	};
	const tools = await needs.takeSandbox('tools', clang.image);
	try {
		const run: RunCommand = (_stage, command) => tools.run(command);
		const [llvmMca, { report, program }, devices] = await Promise.all([
			readVersion(tools, llvmMcaVersion),
			buildVariant({ build, edited: false }, clang, tools, run, () => {}),
			readDevices(tools)
		]);
		if (!program) throw new SelfTestError(`The self-test did not build. ${report.failure?.title}`);
		return { llvmMca, devices, ...(await clock(needs, build, program)) };
	} finally {
		void tools.dispose().catch(() => undefined);
	}
}

async function clock(
	needs: SelfTestNeeds,
	build: Build,
	{ made, artifacts }: Program
): Promise<Pick<SelfTested, 'clockGHz' | 'calibration'>> {
	const { signal } = new AbortController();
	const place = { variant, execute: clang.execute(build, made), parameters: {} };
	const { emulated, arch } = needs.host;
	const state = await onMeasuringCore(
		needs,
		async (sandbox) => {
			for (const [name, bytes] of artifacts) await sandbox.put(name, bytes);
			const carryOut = emulated ? runUntimed : measurePlaces;
			const { places } = await carryOut(
				startPlan([place], clang.limits.measure, 1),
				sandbox,
				() => undefined,
				() => {},
				signal
			);
			return places[0];
		},
		{ image: clang.image, signal }
	);
	if (emulated) {
		if (!state || state.failure)
			throw new SelfTestError(
				`The harness did not work under the emulator. ${state?.failure ? explain(state.failure).title : ''}`
			);
		return {};
	}
	const result = state && !state.failure ? measure(state.processes, variant) : undefined;
	if (!state || !result?.ok)
		throw new SelfTestError(
			'The clock could not be calibrated: too many samples were disturbed. Free the measuring core of other work.'
		);
	const { measured } = result;
	const reason = rulerDoubt(state.processes, measured, arch);
	if (reason !== undefined) throw new SelfTestError(reason);
	const calibration = calibrationOf([measured], new Date().toISOString());
	return { clockGHz: measured.clockGHz, calibration };
}

// Whether a processor's counter and its core fit the rulers of the harness (`images/base/libcal/arch.h`), found when the
// runner starts, by the chain of multiplications it measures then. Pure; a reason is a sentence for operators.

/** One step is then a quarter of a per cent, half of what the two calibrations of a sample may differ by. */
const stepsAtLeast = 400;

/**
 * Core cycles of a 64-bit multiplication whose result the next one needs, by LLVM's models: 2 (Neoverse V1, N2 and later),
 * 3 (Ampere, Cortex-A55; Apple's by measurements that are published), 4 (Neoverse N1) or 5 (Cortex-A72, A64FX). On arm64 the
 * ruler is additions, and a core that does one of those in less or more than a cycle is found out by these whole numbers. On
 * x86-64 multiplications are the ruler.
 */
const multiplication: Partial<Record<Target, { least: number; most: number }>> = {
	arm64: { least: 2, most: 5 }
};
/** Cycles, either way: more than noise does to a median, and less than what an addition that costs nothing would do. */
const tolerance = 0.1;

export function rulerDoubt(
	processes: readonly Rows[],
	{ cyclesPerIteration }: Pick<Measured, 'cyclesPerIteration'>,
	arch: Target
): string | undefined {
	const ticks = median(processes.flatMap(({ samples }) => samples.map(({ c0 }) => c0)));
	const steps = Math.floor(ticks / tickStep(processes));
	if (steps < stepsAtLeast)
		return `The counter of this processor is too coarse to calibrate by: it advances ${steps} times while the ruler runs, and ${stepsAtLeast} are needed.`;
	const published = multiplication[arch];
	const cycles = cyclesPerIteration.median;
	const whole = Math.round(cycles);
	if (
		!published ||
		(whole >= published.least && whole <= published.most && Math.abs(cycles - whole) <= tolerance)
	)
		return undefined;
	return `A multiplication takes ${cycles.toFixed(2)} cycles by this runner's ruler, where processors take a whole number from ${published.least} to ${published.most}. Free the measuring core of other work; if it stays, the ruler does not fit this processor.`;
}
