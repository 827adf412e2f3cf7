/** Builds, inspects, counts and measures single kernels with a toolchain in real sandboxes, without a job. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { extensionOf, type Language, type Target } from '@cyclelab/exercises/schema';
import type { ImageName } from '@cyclelab/images/recipes';
import type { DecodedFunction } from '../../../runner/src/inspect/listing.ts';
import { runSteps } from '../../../runner/src/job/run-steps.ts';
import type { Pool } from '../../../runner/src/sandbox/pool.ts';
import type { PooledSandbox } from '../../../runner/src/sandbox/pooled-sandbox.ts';
import type { CountRequest } from '../../../runner/src/toolchains/harness-env.ts';
import type {
	Build,
	BuiltProgram,
	Counts,
	Steps,
	Toolchain
} from '../../../runner/src/toolchains/toolchain.ts';
import { poolOf, value } from './pool.ts';

/** The request of a count run, unless a test changes it. */
export const asked: CountRequest = { iterations: 1003, seed: 1, parameters: {} };

/** Iterations of further calls in a count run, for tests of exact counts. Unrolled loops leave as many of each to a remainder. */
const later = [555, 107];
export const inCalls: CountRequest = { ...asked, later };
/** The iterations of each call. */
export const callsOfThree = [asked.iterations, ...later];

/** Instructions that each call executed in these functions. */
export const executedInCalls = (counted: Counts, functions: readonly DecodedFunction[]): number[] =>
	counted.calls.map(({ counts }) =>
		functions
			.flatMap(({ instructions }) => instructions)
			.reduce((sum, { address }) => sum + (counts.get(address) ?? NaN), 0)
	);

/** A source in `fixtures/` beside this file. */
export const fixture = (name: string): string =>
	readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');

/** The source of a kernel of `runner/fixtures`, whose folders are named as the images. */
export const kernelSource = (image: ImageName, language: Language, name: string) =>
	readFile(
		join(
			import.meta.dirname,
			`../../../runner/fixtures/${image}/kernels/${name}.${extensionOf[language]}`
		),
		'utf8'
	);

/** Opens a pool of the image and one sandbox for its tools before the tests of a file, and closes both after them. */
export function programsForAll(image: ImageName, language: Language) {
	let pool: Pool;
	let tools: PooledSandbox;
	let builds = 0;

	beforeAll(async () => {
		pool = await poolOf(image);
		tools = await pool.take('tools', image);
	}, 600_000);

	afterAll(async () => {
		await tools.dispose();
		await pool.close();
	});

	const carry = <T>(steps: Steps<T>, sandbox = tools) =>
		runSteps(steps, sandbox, (_, command) => sandbox.run(command));

	const inspect = async (toolchain: Toolchain, build: Build, sandbox = tools) => {
		const made = value(await carry(toolchain.build(build), sandbox));
		const seen = value(await carry(toolchain.disassemble(build, made), sandbox));
		return { made, seen };
	};

	const program = async (
		toolchain: Toolchain,
		build: Build,
		more: Partial<CountRequest> = {},
		sandbox = tools
	) => {
		const { made, seen } = await inspect(toolchain, build, sandbox);
		const counting = toolchain.count(build, made, seen, { ...asked, ...more });
		return { build, made, seen, counted: value(await carry(counting, sandbox)) };
	};

	const sourceOf = (name: string) => kernelSource(image, language, name);
	/** A build whose files have a name of their own, unless `changes` names them. */
	const buildOf = (toolchain: Toolchain, source: string, changes: Partial<Build> = {}): Build => ({
		variant: `kernel-${builds++}`,
		language,
		compiler: toolchain.compiler,
		target: 'x86-64',
		flags: [],
		source,
		...changes
	});

	/** The kernel's return value in a count run. */
	const checksum = async (
		toolchain: Toolchain,
		source: string,
		more: Partial<CountRequest> = {}
	) => {
		const { counted } = await program(toolchain, buildOf(toolchain, source), more);
		return BigInt(`0x${counted.results[0]}`);
	};

	const counted = new Map<string, ReturnType<typeof program>>();
	/** A kernel of the fixtures, built, inspected and counted in calls once for all tests of the file. */
	const programOf = (toolchain: Toolchain, name: string, target: Target = 'x86-64') => {
		const key = `${toolchain.compiler} ${name} ${target}`;
		const known = counted.get(key);
		if (known) return known;
		const made = sourceOf(name).then((source) =>
			program(toolchain, buildOf(toolchain, source, { variant: name, target }), inCalls)
		);
		counted.set(key, made);
		return made;
	};

	/** Runs `use` with another sandbox, and disposes of it. */
	const withSandbox = async <T>(
		kind: 'tools' | 'measure',
		use: (sandbox: PooledSandbox) => Promise<T>
	) => {
		const sandbox = await pool.take(kind, image);
		return use(sandbox).finally(() => sandbox.dispose());
	};

	return {
		tools: () => tools,
		carry,
		inspect,
		program,
		programOf,
		checksum,
		withSandbox,
		buildOf,
		kernelSource: sourceOf,
		/** Output of one process of the harness in a measuring sandbox. */
		measure: (
			toolchain: Toolchain,
			build: Build,
			made: BuiltProgram,
			env: Record<string, string>
		) =>
			withSandbox('measure', async (sandbox) => {
				for (const name of made.artifacts) await sandbox.put(name, await tools.get(name));
				const execution = toolchain.execute(build, made);
				return sandbox.run({
					...execution,
					env: { ...execution.env, CYCLELAB_MODE: 'time', ...env },
					limits: toolchain.limits.measure
				});
			}),
		/** The version that the toolchain in the image reports. */
		versionOf: async ({ version, limits }: Toolchain) => {
			const argv = [...version.argv];
			const { stdout } = await tools.run({ argv, env: {}, limits: limits.compile });
			return { version: version.pattern.exec(stdout.toString())?.[1], text: stdout.toString() };
		}
	};
}

export type Programs = ReturnType<typeof programsForAll>;
