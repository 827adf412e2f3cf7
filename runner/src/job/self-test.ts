/**
 * Shell: what a runner does before it takes jobs: asks the tools their versions and takes a small kernel through the
 * real way, from source to measurement. That it works is the proof of readiness; its calibrations give the clock.
 */
import type { Target } from '@cyclelab/exercises/schema';
import { readDevices } from '../host/surroundings.ts';
import { explain } from '../measure/explain.ts';
import { measure } from '../measure/measure.ts';
import { startPlan } from '../measure/plan.ts';
import type { Sandbox } from '../sandbox/command.ts';
import type { Calibration } from '../schema/gateway.ts';
import type { Host } from '../schema/host.ts';
import { clang } from '../toolchains/cc.ts';
import type { Build } from '../toolchains/toolchain.ts';
import { buildVariant, type Program } from './build-variant.ts';
import { calibrationOf } from './calibration.ts';
import type { RunCommand } from './run-steps.ts';
import { measurePlaces, runUntimed } from './measure-places.ts';
import { rulerDoubt } from './ruler-doubt.ts';
import { onMeasuringCore, type CoreAccess } from '../core-queue.ts';
import { llvmMcaVersion, readVersion } from './read-version.ts';

/** Why a runner cannot take jobs, as a sentence for operators. */
export class SelfTestError extends Error {}

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
export type SelfTested = {
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
