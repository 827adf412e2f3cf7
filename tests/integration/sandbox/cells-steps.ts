/** Shell: pools whose tools run in cells, and steps for the tests of cells. */
import { ensureImages, imageTag } from '@cyclelab/images/build';
import type { ImageName } from '@cyclelab/images/recipes';
import Docker from 'dockerode';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import type { Command } from '../../../runner/src/sandbox/command.ts';
import { connectEngine, type Engine } from '../../../runner/src/sandbox/docker.ts';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';
import { openPool, type Pool } from '../../../runner/src/sandbox/pool.ts';
import type { PooledSandbox } from '../../../runner/src/sandbox/pooled-sandbox.ts';
import { toolSettings } from '../../../runner/src/sandbox/tool-mode.ts';
import { imageWithPerl } from '../images/with-perl.ts';

/**
 * Pools for the tests of a file, which are closed after them.
 * @param withPerl their image has perl
 */
export function cellPools({ withPerl = false } = {}) {
	const docker = new Docker();
	const pools: Pool[] = [];
	let tag: string;
	beforeAll(async () => {
		await ensureImages({ docker, names: ['cc'], onProgress: () => undefined });
		tag = await (withPerl ? imageWithPerl(docker, 'cc') : imageTag('cc'));
	}, 900_000);
	afterAll(async () => {
		await Promise.all(pools.map((pool) => pool.close()));
		if (withPerl) await docker.getImage(tag).remove({ force: true });
	});

	/** @param cells images whose tools run in cells */
	return async (engine: Engine = connectEngine(), cells: readonly ImageName[] = ['cc']) => {
		const refusals: string[] = [];
		const pool = await openPool({
			owner: `test-${randomUUID()}`,
			cores: { tools: '0', measure: '0' },
			tools: toolSettings('served'),
			engine,
			cells,
			onCellsRefused: (sentence) => refusals.push(sentence)
		});
		pool.offer('cc', { tag, sizes: { tools: 0, measure: 0 } });
		pools.push(pool);
		return { pool, refusals };
	};
}

const env = { PATH: '/usr/bin:/bin' };
export const step = (argv: string[], more: Partial<Command> = {}): Command => ({
	argv,
	env,
	limits: { ...stepLimits.compile, wallMs: 60_000 },
	...more
});
export const shell = (script: string, more: Partial<Command> = {}) =>
	step(['/bin/sh', '-c', script], more);
/** Debian's perl makes any system call by its number; `call` prints its error, or "ok". Only pools `withPerl` have it. */
export const perl = (script: string, more: Partial<Command> = {}) =>
	step(
		[
			'/usr/bin/perl',
			'-MErrno',
			'-e',
			`$| = 1; sub call { my ($name, @words) = @_; my $made = syscall(shift @words, @words);
			 print "$name ", ($made < 0 ? (grep { $!{$_} } keys %!)[0] : "ok"), "\\n"; } ${script}`
		],
		more
	);

export const linesOf = async (sandbox: PooledSandbox, command: Command) => {
	const output = await sandbox.run(command);
	expect([output.exit, output.stderr.toString()]).toEqual([{ code: 0 }, '']);
	return output.stdout.toString().trimEnd().split('\n');
};

/** A step that waits, and its process on this machine. `stop` ends it. */
export async function waiting(sandbox: PooledSandbox) {
	const abort = new AbortController();
	const word = randomUUID();
	const ended = sandbox.run(step(['/bin/sleep', '60', word.replaceAll(/\D/g, '')]), abort.signal);
	ended.catch(() => undefined);
	const pid = await vi.waitFor(
		() => {
			const found = readdirSync('/proc').find((name) => {
				if (!/^\d+$/.test(name)) return false;
				const words = textOf(`/proc/${name}/cmdline`).split('\0');
				return words[0] === '/bin/sleep' && words[2] === word.replaceAll(/\D/g, '');
			});
			if (!found) throw new Error('not yet');
			return Number(found);
		},
		{ timeout: 30_000, interval: 20 }
	);
	return { pid, ended, stop: () => abort.abort() };
}

export const textOf = (path: string): string => {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
};
