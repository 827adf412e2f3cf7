/**
 * The tool command lines of an inspection, in order, recorded while the runner's own code inspects a source in a real
 * sandbox. So the floor spawns the same commands.
 */
import { randomUUID } from 'node:crypto';
import { imageTag } from '@cyclelab/images/build';
import type { Exercise } from '@cyclelab/exercises/schema';
import { describeHost } from '../../runner/src/host/describe.ts';
import { readHostTexts } from '../../runner/src/host/read.ts';
import { analyseVariant } from '../../runner/src/job/inspect-all.ts';
import { buildVariant } from '../../runner/src/job/build-variant.ts';
import type { RunCommand } from '../../runner/src/job/run-steps.ts';
import type { Command } from '../../runner/src/sandbox/command.ts';
import { openPool } from '../../runner/src/sandbox/pool.ts';
import type { Stage } from '@cyclelab/contract/schema/failure';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import { clang } from '../../runner/src/toolchains/cc.ts';
import type { Build } from '../../runner/src/toolchains/toolchain.ts';
import { sourceOf, varied } from './subject.ts';

/** When a learner sees the result of a command: with the assembly, the first prediction, or after it. */
export type Moment = 'inspected' | 'predicted' | 'later';
export type RecordedCommand = { stage: Stage; moment: Moment; command: Command };

/** Steps of an inspection as while typing, in the order in which the runner began them. */
export async function recordSteps(exercise: Exercise, variant: string): Promise<RecordedCommand[]> {
	const { facts } = exercise;
	const source = varied(sourceOf(exercise, variant));
	const { microarchitecture } = describeHost(await readHostTexts());
	const { flags } = facts;
	const build: Build = {
		variant,
		language: 'c',
		compiler: 'clang-22',
		flags,
		source,
		target: 'x86-64'
	};
	const task = { facts, build, edited: true, microarchitecture, models: 'host' } as const;
	const steps: RecordedCommand[] = [];
	let moment: Moment = 'inspected';
	const emit = ({ type }: RunEvent) => {
		if (type === 'inspected') moment = 'predicted';
		else if (type === 'predicted') moment = 'later';
	};
	const pool = await openPool({
		owner: `bench-${randomUUID()}`,
		cores: { tools: '0', measure: '0' }
	});
	pool.offer('cc', { tag: await imageTag('cc'), sizes: { tools: 0, measure: 0 } });
	try {
		const sandbox = await pool.take('tools', 'cc');
		const run: RunCommand = async (stage, command, next = []) => {
			let one: Command | undefined = command;
			for (const at of [stage, ...next]) {
				if (!one) break;
				const { then, ...alone }: Command = one;
				steps.push({ stage: at, moment, command: alone });
				one = then;
			}
			const output = await sandbox.run(command);
			// A failed command belongs to an inspection, but not to the floor.
			if (output.exit.code !== 0) throw new Error(`${command.argv[0]} failed: ${output.stderr}`);
			return output;
		};
		const onProcessor = {
			host: describeHost(await readHostTexts()),
			take: () => pool.take('audit', 'cc')
		};
		const { report, program } = await buildVariant(task, clang, sandbox, run, emit);
		if (!program) throw new Error(`${variant} did not build`);
		await analyseVariant(task, clang, { report, program }, sandbox, run, onProcessor, emit);
	} finally {
		await pool.close();
	}
	return steps;
}

/** The same steps for a changed source; every later command reads the compiler's output. */
export function withSource(steps: readonly RecordedCommand[], source: string): RecordedCommand[] {
	return steps.map((step) => {
		const name = Object.keys(step.command.files ?? {})[0];
		return name === undefined
			? step
			: { ...step, command: { ...step.command, files: { [name]: source } } };
	});
}

/** The linker's argument for its target, which clang's driver chooses. */
const emulation = '-m';

/** The same steps with one call of clang to compile and link, which starts a compiler process and the linker. */
export function asOneCall(steps: readonly RecordedCommand[]): RecordedCommand[] {
	const [compile, link, ...others] = steps;
	if (compile?.stage !== 'compile' || link?.stage !== 'link')
		throw new Error('the first two commands are not a compiler and a linker');
	const [compiler = '', ...flags] = compile.command.argv;
	const [linker, ...words] = link.command.argv;
	const [source = ''] = Object.keys(compile.command.files ?? {});
	const object = source.replace(/\.c$/, '.o');
	const forDriver = flags.slice(0, flags.indexOf('-c'));
	const forLinker = words.filter((word, at) => word !== emulation && words[at - 1] !== emulation);
	const passed = forLinker.flatMap((word) =>
		word.startsWith('--') ? [`-Wl,${word}`] : [word.replace(`{in}/${object}`, `{in}/${source}`)]
	);
	const argv = [compiler, ...forDriver, '-nostdlib', `--ld-path=${linker}`, ...passed];
	return [{ ...compile, command: { ...compile.command, argv } }, ...others];
}
