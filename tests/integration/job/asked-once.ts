/** Shell: sandboxes in which llvm-mca is asked the same question once, for tests of many loops, of which many are equal. */
import { contentKey } from '@cyclelab/contract/content-key';
import { LRUCache } from 'lru-cache';
import type { Command } from '../../../runner/src/sandbox/command.ts';
import { llvmTool, olderLlvmMca } from '../../../runner/src/sandbox/llvm.ts';
import type { Pool } from '../../../runner/src/sandbox/pool.ts';
import type { PooledSandbox } from '../../../runner/src/sandbox/pooled-sandbox.ts';

type Output = Awaited<ReturnType<PooledSandbox['run']>>;

/** Answers kept: equal loops are those of one exercise, by several compilers and in several languages. */
const kept = 512;

const predictors: readonly string[] = [llvmTool('llvm-mca'), olderLlvmMca.program];

/** The output of llvm-mca depends on its arguments and its standard input alone if it reads no file. */
const isPure = ({ argv: [program = ''], uses = [], files = {} }: Command): boolean =>
	predictors.includes(program) && uses.length === 0 && Object.keys(files).length === 0;

/** Only outputs of processes that ended well are kept: others may depend on the load of the machine. */
export function askOnce(take: Pool['take']): Pool['take'] {
	const answers = new LRUCache<string, Output>({ max: kept });
	return async (kind, image, held) => {
		const sandbox = await take(kind, image, held);
		return {
			...sandbox,
			run: async (command, signal) => {
				if (!isPure(command)) return sandbox.run(command, signal);
				const key = contentKey({ image, command });
				const known = answers.get(key);
				if (known) return known;
				const output = await sandbox.run(command, signal);
				if (output.exit.code === 0) answers.set(key, output);
				return output;
			}
		};
	};
}
