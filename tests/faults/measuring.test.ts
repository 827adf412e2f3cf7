/** The watch detects two containers that measure at once on one core. */
import { ensureImages, imageTag } from '@cyclelab/images/build';
import { randomUUID } from 'node:crypto';
import Docker from 'dockerode';
import { expect, test } from 'vitest';
import { kindLabel, ownerLabel } from '../../runner/src/sandbox/profile.ts';
import { watchMeasuring } from './measuring.ts';

const docker = new Docker();

/** Starts a container labelled as a measuring sandbox, with or without a step's process. */
async function startFakeSandbox(owner: string, steps: boolean): Promise<Docker.Container> {
	const container = await docker.createContainer({
		Image: await imageTag('cc'),
		Entrypoint: ['/bin/sh', '-c', steps ? 'sleep 60 & wait' : 'exec sleep 60'],
		Labels: { [ownerLabel]: owner, [kindLabel]: 'measure' },
		HostConfig: {
			NetworkMode: 'none',
			CpusetCpus: '0',
			AutoRemove: true
		}
	});
	await container.start();
	return container;
}

test('two sandboxes with a step each on one core overlap, and an idle sandbox overlaps with none', async () => {
	await ensureImages({ docker, names: ['cc'], onProgress: () => undefined });
	const owners = ['one', 'other', 'waits'].map((name) => `${name}-${randomUUID()}`);
	const [one = '', other = '', waits = ''] = owners;
	const containers = [await startFakeSandbox(one, true), await startFakeSandbox(waits, false)];
	const watch = watchMeasuring(owners);
	try {
		await expect.poll(watch.measuring, { timeout: 20_000 }).toEqual([one]);
		containers.push(await startFakeSandbox(other, true));
		await expect.poll(() => watch.measuring().length, { timeout: 20_000 }).toBe(2);
		await expect.poll(watch.overlaps, { timeout: 20_000 }).toBeGreaterThan(0);
		const { measured, overlaps } = watch.stop();
		expect(measured).toEqual({ [one]: 1, [other]: 1 });
		expect(new Set(overlaps.flatMap(({ owners }) => owners))).toEqual(new Set([one, other]));
		expect(new Set(overlaps.map(({ processor }) => processor))).toEqual(new Set([0]));
	} finally {
		watch.stop();
		await Promise.all(containers.map((container) => container.remove({ force: true })));
	}
}, 120_000);
