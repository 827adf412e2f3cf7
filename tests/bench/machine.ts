/** The machine and the versions with which the figures were measured. */
import { execFile } from 'node:child_process';
import os from 'node:os';
import { promisify } from 'node:util';
import { imageTag } from '@cyclelab/images/build';
import Docker from 'dockerode';
import { describeHost } from '../../runner/src/host/describe.ts';
import { readHostTexts } from '../../runner/src/host/read.ts';
import type { Host } from '@cyclelab/contract/schema/host';

type BenchMachine = {
	host: Host;
	memoryBytes: number;
	commit: string;
	/** Files differ from the commit. */
	changed: boolean;
	node: string;
	docker: string;
	image: string;
	/** Load average of the last minute, at the beginning. */
	load: number;
};

export async function describeMachine(): Promise<BenchMachine> {
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

export function inWords({ host, memoryBytes, ...versions }: BenchMachine): string[] {
	const caches = host.caches.map(({ level, bytes }) => `L${level} ${bytes / 1024} KiB`);
	return [
		`${host.processor} (${host.identity}), ${host.cores} cores${host.virtualised ? ', virtualised' : ''}, ${caches.join(', ')}, ${(memoryBytes / 2 ** 30).toFixed(1)} GiB; ${host.kernel}`,
		`commit ${versions.commit || 'unknown'}${versions.changed ? ' with changes' : ''}, Node ${versions.node}, Docker ${versions.docker}, ${versions.image}; load ${versions.load.toFixed(1)}`
	];
}
