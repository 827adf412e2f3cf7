/** The programs of the Crystal kernels: built, inspected and counted once before the tests, by two sandboxes at a time. */
import { Target } from '@cyclelab/exercises/schema';
import { afterAll, beforeAll, expect } from 'vitest';
import { kernels } from '../../../runner/fixtures/crystal/kernels.ts';
import { runSteps } from '../../../runner/src/job/run-steps.ts';
import type { Pool } from '../../../runner/src/sandbox/pool.ts';
import type { PooledSandbox } from '../../../runner/src/sandbox/pooled-sandbox.ts';
import { crystal } from '../../../runner/src/toolchains/crystal.ts';
import type {
	Build,
	BuiltProgram,
	Counts,
	DisassembledProgram,
	Steps
} from '../../../runner/src/toolchains/toolchain.ts';
import { poolOf, value } from './pool.ts';
import { inCalls, kernelSource } from './programs.ts';

/** A build for x86-64, unless `changes` names another target. */
export const buildOf = (source: string, changes: Partial<Build> = {}): Build => ({
	variant: 'kernel',
	language: 'cr',
	compiler: 'crystal-1.14',
	target: 'x86-64',
	flags: [],
	source,
	...changes
});

export const carry = <T>(steps: Steps<T>, sandbox: PooledSandbox) =>
	runSteps(steps, sandbox, (_, command) => sandbox.run(command));

export type CrystalProgram = {
	build: Build;
	sandbox: PooledSandbox;
	made: BuiltProgram;
	seen: DisassembledProgram;
	counted: Counts;
};

async function program(build: Build, sandbox: PooledSandbox): Promise<CrystalProgram> {
	const made = value(await carry(crystal.build(build), sandbox));
	const seen = value(await carry(crystal.disassemble(build, made), sandbox));
	const counted = value(await carry(crystal.count(build, made, seen, inCalls), sandbox));
	return { build, sandbox, made, seen, counted };
}

/** A build takes 3 s, so only ten kernels for x86-64 and two for arm64; the accuracy bench counts all. */
const chosen: Record<Target, readonly string[]> = {
	'x86-64': [
		'product',
		'nested',
		'call',
		'proc',
		'branch',
		'atomic',
		'chase',
		'array',
		'struct',
		'allocate'
	],
	arm64: ['call', 'array']
};
/** The chosen kernels, once for each target. */
export const inTargets = kernels.flatMap((kernel) =>
	Target.options
		.filter((target) => chosen[target].includes(kernel.name))
		.map((target) => ({ ...kernel, target }))
);

/** Starts to build all chosen kernels before the tests. A build takes seconds, so two sandboxes share them. */
export function crystalForAll() {
	let pool: Pool;
	let tools: PooledSandbox[];
	/** By name and target. */
	const programs = new Map<string, Promise<CrystalProgram>>();

	beforeAll(async () => {
		pool = await poolOf('crystal', '0-1');
		const lanes = await Promise.all(
			[0, 1].map(async (lane) => ({ lane, sandbox: await pool.take('tools', 'crystal') }))
		);
		tools = lanes.map(({ sandbox }) => sandbox);
		for (const { lane, sandbox } of lanes) {
			let before: Promise<unknown> = Promise.resolve();
			for (const { name, target } of inTargets.filter((_, index) => index % 2 === lane)) {
				const made = before.then(async () =>
					program(
						buildOf(await kernelSource('crystal', 'cr', name), { variant: name, target }),
						sandbox
					)
				);
				before = made.catch(() => undefined);
				programs.set(`${name} ${target}`, made);
			}
		}
	}, 600_000);

	afterAll(async () => {
		// Ends builds that no test waited for.
		for (const sandbox of tools) await sandbox.dispose();
		await Promise.allSettled(programs.values());
		await pool.close();
	});

	return {
		/** A sandbox for other builds. */
		tools: (): PooledSandbox => tools[0] ?? expect.unreachable('no sandbox was taken'),
		/** A sandbox that runs a measuring process. */
		takeMeasuring: () => pool.take('measure', 'crystal'),
		programOf: (name: string, target: Target = 'x86-64') => {
			const made = programs.get(`${name} ${target}`);
			if (!made) throw new Error(`There is no program ${name} for ${target}.`);
			return made;
		}
	};
}
