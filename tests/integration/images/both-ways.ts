/** A sandbox that runs each LLVM tool twice, as static and as plain program, and compares their outputs. */
import type { Command, Output } from '../../../runner/src/sandbox/command.ts';
import type { Pool } from '../../../runner/src/sandbox/pool.ts';
import type { PooledSandbox } from '../../../runner/src/sandbox/pooled-sandbox.ts';
import { modelOf } from '../../../runner/src/inspect/models.ts';
import { mayBeMispredicted } from '@cyclelab/contract/mca-errors';
import { llvmTool } from '../../../runner/src/sandbox/llvm.ts';
import { staticTools } from '../../../runner/src/sandbox/tool-mode.ts';

/** The compared results of a command: all except its times. */
type ComparedOutput = Pick<
	Output,
	'exit' | 'truncated' | 'timedOut' | 'outOfMemory' | 'produced'
> & {
	texts: Record<'stdout' | 'stderr' | 'results', string>;
	artifacts: [name: string, hex: string][];
};

export type Compared = {
	/** The tool's path, and how many of its commands were compared. */
	commands: Map<string, number>;
	/** A sentence for each difference. */
	differences: string[];
};

/**
 * @param pools `ours` with the static tools, `plain` without, of the same image
 * @param compared collects the results
 */
export async function takeBoth(
	pools: Record<'ours' | 'plain', Pick<Pool, 'take'>>,
	compared: Compared,
	[kind, image, held]: Parameters<Pool['take']>
): Promise<PooledSandbox> {
	const [ours, plain] = await Promise.all([
		pools.ours.take(kind, image, held),
		pools.plain.take(kind, image, held)
	]);
	const runBoth = async (command: Command, signal?: AbortSignal) => {
		const [program = ''] = command.argv;
		const output = await ours.run(command, signal);
		if (!(program in staticTools)) {
			// Mono pads functions with uninitialised memory, so its output may differ between any two runs.
			for (const name of output.produced) await plain.put(name, await ours.get(name));
			return output;
		}
		const theirs = await plain.run(command);
		// Whether a long simulation reaches its limit of time depends on what else the machine does.
		if (mayDiffer(command) || output.timedOut || theirs.timedOut) return output;
		const both = [await outcomeOf(ours, output), await outcomeOf(plain, theirs)] as const;
		const differs = differing(...both);
		if (differs) compared.differences.push(`${describe(command)}: ${differs}`);
		compared.commands.set(program, (compared.commands.get(program) ?? 0) + 1);
		return output;
	};
	/** Commands of one message are executed one by one. */
	const runAll: PooledSandbox['run'] = async ({ then, ...command }, signal) => {
		const output = await runBoth(command, signal);
		return then && output.exit.code === 0
			? { ...output, then: await runAll(then, signal) }
			: output;
	};
	return {
		...ours,
		run: runAll,
		put: async (name, bytes) => {
			await Promise.all([ours.put(name, bytes), plain.put(name, bytes)]);
		},
		retire: () => {
			ours.retire();
			plain.retire();
		},
		dispose: async () => {
			await Promise.all([ours.dispose(), plain.dispose()]);
		}
	};
}

/** Whether the plain llvm-mca may have another answer, by an error that is corrected in the static llvm-mca. */
function mayDiffer({ argv: [program, ...words], stdin = '' }: Command): boolean {
	const mcpu = words.find((word) => word.startsWith('--mcpu='))?.slice('--mcpu='.length) ?? '';
	return (
		program === llvmTool('llvm-mca') && mayBeMispredicted(stdin.split('\n'), modelOf(mcpu)?.model)
	);
}

async function outcomeOf(sandbox: PooledSandbox, output: Output): Promise<ComparedOutput> {
	const { exit, truncated, timedOut, outOfMemory, produced, stdout, stderr, results } = output;
	const texts = { stdout, stderr, results };
	return {
		exit,
		timedOut,
		outOfMemory,
		produced,
		...(truncated && { truncated }),
		texts: {
			stdout: texts.stdout.toString('latin1'),
			stderr: texts.stderr.toString('latin1'),
			results: texts.results.toString('latin1')
		},
		artifacts: await Promise.all(
			produced.map(async (name): Promise<[string, string]> => [
				name,
				(await sandbox.get(name)).toString('hex')
			])
		)
	};
}

/** The first difference of the plain tool's results. */
function differing(ours: ComparedOutput, plain: ComparedOutput): string | undefined {
	const facts = ({ exit, truncated, timedOut, outOfMemory, produced }: ComparedOutput) =>
		JSON.stringify({ exit, truncated, timedOut, outOfMemory, produced });
	if (facts(ours) !== facts(plain)) return `${facts(ours)}, plain ${facts(plain)}`;
	for (const channel of ['stdout', 'stderr', 'results'] as const)
		if (ours.texts[channel] !== plain.texts[channel])
			return `${channel} ${around(ours.texts[channel], plain.texts[channel])}`;
	for (const [i, [name, bytes]] of ours.artifacts.entries())
		if (bytes !== plain.artifacts[i]?.[1])
			return `the bytes of ${name} ${around(bytes, plain.artifacts[i]?.[1] ?? '')}`;
	return undefined;
}

/** Both texts around their first difference. */
function around(ours: string, plain: string): string {
	let at = 0;
	while (at < ours.length && ours[at] === plain[at]) at++;
	const near = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 80));
	return `at ${at}: ${near(ours)}, plain ${near(plain)}`;
}

const describe = ({ argv }: Command) => argv.join(' ').slice(0, 300);
