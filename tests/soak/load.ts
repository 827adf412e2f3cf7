/** Shell: other work on this machine while a soak measures: busy programs on every core, and a container that works. */
import Docker from 'dockerode';
import { spawn } from 'node:child_process';
import os from 'node:os';
import { imageTag } from '@cyclelab/images/build';

/** Works for a second, then sleeps for a part of one, so that it starts and stops within a measurement. */
const work = 'while :; do timeout 1 sh -c "while :; do :; done"; sleep 0.$(($$ % 7 + 2)); done';
/** Reads many files, compresses and writes, as an image build does. */
const build = 'while :; do tar -c /usr/lib 2>/dev/null | gzip -1 > /tmp/layer; rm /tmp/layer; done';

/** @param owner the label of its container */
export async function startLoad(owner: string): Promise<{ close: () => Promise<void> }> {
	const docker = new Docker();
	const container = await docker.createContainer({
		Image: await imageTag('cc'),
		Entrypoint: ['sh', '-c', build],
		Labels: { soak: owner },
		NetworkDisabled: true,
		HostConfig: { AutoRemove: true, Tmpfs: { '/tmp': 'size=1g' }, Memory: 2 ** 31 }
	});
	await container.start();
	const busy = os
		.cpus()
		.map((_, core) => spawn('taskset', ['-c', String(core), 'sh', '-c', work], { detached: true }));
	return {
		close: async () => {
			// A group of processes each: the shell and the work that it waits for.
			for (const { pid } of busy) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
			await container.kill();
		}
	};
}
