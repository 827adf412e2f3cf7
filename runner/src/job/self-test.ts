/**
 * Shell: what a runner does before it takes jobs: asks the tools their versions and takes a small kernel through the
 * real way, from source to measurement. That it works is the proof of readiness; its calibrations give the clock.
 */
import { measure } from '../measure/measure.ts';
import { startPlan } from '../measure/plan.ts';
import type { Sandbox } from '../sandbox/command.ts';
import type { Calibration } from '../schema/gateway.ts';
import { clang } from '../toolchains/cc.ts';
import type { Build } from '../toolchains/toolchain.ts';
import { buildVariant, type Program } from './build-variant.ts';
import { calibrationOf } from './calibration.ts';
import type { Run } from './carry-out.ts';
import { measurePlaces } from './measure-places.ts';
import { onMeasuringCore, type MeasuringCore } from './on-measuring-core.ts';
import { llvmMcaVersion, readVersion } from './read-version.ts';

/** Why a runner cannot take jobs, as a sentence for operators. */
export class SelfTestError extends Error {}

/** One multiplication a turn, each needing the last: nothing a compiler or processor can shorten. */
const source = `#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
	uint64_t product = 3;
	for (uint64_t i = 0; i < iterations; i++)
		__asm__ volatile("imul %0, %0" : "+r"(product));
	return product;
}
`;
const variant = 'self-test';
const arch = process.arch === 'arm64' ? 'arm64' : 'x86-64';
const build: Build = {
	...{ variant, source, language: 'c', compiler: 'clang-19', flags: [] },
	target: arch
};

type Needs = MeasuringCore<Sandbox>;

/** Rejects with a `SelfTestError`, or a `SandboxError` if there is no sandbox. */
export async function selfTest(
	needs: Needs
): Promise<{ llvmMca: string; clockGHz: number; calibration: Calibration }> {
	const tools = await needs.takeSandbox('tools', clang.image);
	try {
		const run: Run = (_stage, command) => tools.run(command);
		const [llvmMca, { report, program }] = await Promise.all([
			readVersion(tools, llvmMcaVersion),
			buildVariant({ build, edited: false }, clang, tools, run, () => {})
		]);
		if (!program) throw new SelfTestError(`The self-test did not build. ${report.failure?.title}`);
		return { llvmMca, ...(await clock(needs, program)) };
	} finally {
		void tools.dispose().catch(() => undefined);
	}
}

async function clock(needs: Needs, { made, artifacts }: Program) {
	const { signal } = new AbortController();
	const place = { variant, execute: clang.execute(build, made), parameters: {} };
	const plan = await onMeasuringCore(
		needs,
		async (sandbox) => {
			for (const [name, bytes] of artifacts) await sandbox.put(name, bytes);
			const start = startPlan([place], clang.limits.measure, 1);
			return measurePlaces(
				start,
				sandbox,
				() => undefined,
				() => {},
				signal
			);
		},
		{ image: clang.image, signal }
	);
	const state = plan.places[0];
	const result = state && !state.failure ? measure(state.processes, variant) : undefined;
	if (!result?.ok)
		throw new SelfTestError(
			'The clock could not be calibrated: too many samples were disturbed. Free the measuring core of other work.'
		);
	const { measured } = result;
	const calibration = calibrationOf([measured], new Date().toISOString());
	return { clockGHz: measured.clockGHz, calibration };
}
