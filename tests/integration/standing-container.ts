/** A plain container of an image for several commands, without supervisor or limits. */
import { execFileSync, spawnSync } from 'node:child_process';
import { imageTag } from '@cyclelab/images/build';
import type { ImageName } from '@cyclelab/images/recipes';
import type { Output } from '../../runner/src/sandbox/command.ts';

export type StandingContainer = {
	/** Runs a program to its end, with exactly this environment and standard input. */
	run: (
		argv: readonly string[],
		given?: { env?: Record<string, string>; stdin?: string }
	) => Output;
	remove: () => void;
};

/** @param options further options of `docker run`. CYCLELAB_CC_IMAGE selects another image instead of `cc`. */
export async function standingContainer(
	options: readonly string[] = [],
	name: ImageName = 'cc'
): Promise<StandingContainer> {
	const own = name === 'cc' ? process.env['CYCLELAB_CC_IMAGE'] : undefined;
	const image = own ?? (await imageTag(name));
	const container = execFileSync('docker', [
		...['run', '--detach', '--rm', '--network', 'none', ...options],
		...[image, 'sleep', '3600']
	])
		.toString()
		.trim();
	return {
		run: (argv, { env = {}, stdin = '' } = {}) => {
			const variables = Object.entries(env).flatMap(([name, value]) => [
				'--env',
				`${name}=${value}`
			]);
			const ended = spawnSync(
				'docker',
				['exec', '--interactive', ...variables, container, ...argv],
				{
					input: stdin,
					maxBuffer: 1 << 30
				}
			);
			return {
				exit: { code: ended.status ?? -1 },
				stdout: ended.stdout,
				stderr: ended.stderr,
				results: Buffer.alloc(0),
				timedOut: false,
				outOfMemory: false,
				wallMs: 0,
				cpuMs: 0,
				maxResidentKiB: 0,
				produced: []
			};
		},
		remove: () => execFileSync('docker', ['rm', '--force', container])
	};
}
