/** A container of an image that runs several commands, one after another, without supervisor or limits. */
import { execFileSync, spawnSync } from 'node:child_process';
import { imageTag } from '@cyclelab/images/build';
import type { ImageName } from '@cyclelab/images/recipes';
import type { Output } from '../../../runner/src/sandbox/command.ts';

export type StandingContainer = {
	/**
	 * Runs a program to its end, with this environment and standard input. Of the output only exit code, standard output and
	 * standard error are real: nothing is timed, and no files are collected.
	 */
	run: (
		argv: readonly string[],
		given?: { env?: Record<string, string>; stdin?: string }
	) => Output;
	remove: () => void;
};

/** The container ends by itself after this many seconds, where `remove` is not called. */
const lifetimeSeconds = 3600;

/** @param options further options of `docker run`. CYCLELAB_CC_IMAGE names another image to use for `cc`. */
export async function standingContainer(
	options: readonly string[] = [],
	imageName: ImageName = 'cc'
): Promise<StandingContainer> {
	const replacement = imageName === 'cc' ? process.env['CYCLELAB_CC_IMAGE'] : undefined;
	const image = replacement ?? (await imageTag(imageName));
	const container = execFileSync('docker', [
		'run',
		'--detach',
		'--rm',
		'--network',
		'none',
		...options,
		image,
		'sleep',
		`${lifetimeSeconds}`
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
