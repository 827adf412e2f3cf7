/** Shell: a measuring sandbox with the program `sandbox-acts.c`, for the tests of what a step may do. */
import Docker from 'dockerode';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Command } from '../../../runner/src/sandbox/command.ts';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';
import type { Pool } from '../../../runner/src/sandbox/pool.ts';
import type { PooledSandbox } from '../../../runner/src/sandbox/pooled-sandbox.ts';
import { ownerLabel } from '../../../runner/src/sandbox/profile.ts';
import { poolOf } from '../toolchains/pool.ts';

export const env = { PATH: '/usr/bin:/bin' };

/** A step that executes `sandbox-acts.c` with these arguments. */
export function act(
	words: string[],
	changes: Partial<Command['limits']> = {},
	produces: string[] = []
) {
	return {
		argv: ['{in}/acts', ...words],
		env,
		uses: ['acts'],
		produces,
		limits: { ...stepLimits.measure, wallMs: 3_000, ...changes }
	};
}

/** One pool and one sandbox for all tests of a file. No container is left afterwards. */
export function sandboxForAll() {
	const docker = new Docker();
	const owner = `test-${randomUUID()}`;
	let pool: Pool;
	/** A measuring sandbox, which executes artifacts on one core. */
	let measuring: PooledSandbox;
	let acts: Buffer;

	beforeAll(async () => {
		pool = await poolOf('cc', { owner, cells: ['cc'] });
		const compiler = await pool.take('tools', 'cc');
		const built = await compiler.run({
			argv: ['/usr/bin/gcc-14', '-O1', '-pipe', '{in}/acts.c', '-o', '{out}/acts'],
			env: { ...env, TMPDIR: '/nowhere' },
			files: { 'acts.c': await readFile(new URL('./acts.c', import.meta.url), 'utf8') },
			produces: ['acts'],
			limits: stepLimits.compile
		});
		expect(built.stderr.toString()).toBe('');
		acts = await compiler.get('acts');
		await compiler.dispose();
		measuring = await pool.take('measure', 'cc');
		await measuring.put('acts', acts);
	}, 600_000);

	afterAll(async () => {
		await pool?.close();
		const filters = { label: [`${ownerLabel}=${owner}`] };
		expect(await docker.listContainers({ all: true, filters })).toEqual([]);
	});

	const sandbox: Pick<PooledSandbox, 'run' | 'get' | 'put'> = {
		run: (...words) => measuring.run(...words),
		get: (name) => measuring.get(name),
		put: (name, bytes) => measuring.put(name, bytes)
	};
	return {
		sandbox,
		takeTools: () => pool.take('tools', 'cc'),
		/** The program's bytes. */
		acts: () => acts,
		/** Lines that the program prints. */
		lines: async (words: string[]): Promise<string[]> => {
			const output = await sandbox.run(act(words));
			expect(output.exit).toEqual({ code: 0 });
			return output.stdout.toString().trimEnd().split('\n');
		}
	};
}
