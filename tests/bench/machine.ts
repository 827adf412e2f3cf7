/** Where and with what the figures were measured. */
import { execFile } from 'node:child_process';
import os from 'node:os';
import { promisify } from 'node:util';
import { imageTag } from '@cyclelab/images/build';
import Docker from 'dockerode';
import { describeHost } from '../../runner/src/host/describe.ts';
import { readHostTexts } from '../../runner/src/host/read.ts';
import type { Host } from '../../runner/src/schema/host.ts';

export type Machine = {
	host: Host;
	memoryBytes: number;
	commit: string;
	/** Files differ from the commit. */
	changed: boolean;
	node: string;
	docker: string;
	image: string;
	/** Of the last minute, when the bench began. */
	load: number;
};

export async function describeMachine(): Promise<Machine> {
	const git = async (...words: string[]) =>
		promisify(execFile)('git', words, { cwd: import.meta.dirname }).then(
			({ stdout }) => stdout.trim(),
			() => ''
		);
	return {
		host: describeHost(await readHostTexts()),
		memoryBytes: os.totalmem(),
		commit: await git('rev-parse', '--short', 'HEAD'),
		changed: (await git('status', '--porcelain')) !== '',
		node: process.version,
		docker: (await new Docker().version()).Version,
		image: await imageTag('cc'),
		load: os.loadavg()[0] ?? NaN
	};
}

export function inWords({ host, memoryBytes, ...rest }: Machine): string[] {
	const caches = host.caches.map(({ level, bytes }) => `L${level} ${bytes / 1024} KiB`);
	return [
		`${host.processor} (${host.identity}), ${host.cores} cores${host.virtualised ? ', virtualised' : ''}, ${caches.join(', ')}, ${(memoryBytes / 2 ** 30).toFixed(1)} GiB; ${host.kernel}`,
		`commit ${rest.commit || 'unknown'}${rest.changed ? ' with changes' : ''}, Node ${rest.node}, Docker ${rest.docker}, ${rest.image}; load ${rest.load.toFixed(1)}`
	];
}
