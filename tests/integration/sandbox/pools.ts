/** Pools of sandboxes for tests, the containers that the engine has, and a socket of the engine that can be closed. */
import { ensureImages, imageTag } from '@cyclelab/images/build';
import Docker from 'dockerode';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { connectEngine } from '../../../runner/src/sandbox/docker.ts';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';
import { openPool, type Pool, type PoolOptions } from '../../../runner/src/sandbox/pool.ts';
import { ownerLabel } from '../../../runner/src/sandbox/profile.ts';
import type { PooledImage } from '../../../runner/src/sandbox/sub-pool.ts';

export const docker = new Docker();
const engineSocket =
	/^unix:\/\/(.*)/.exec(process.env['DOCKER_HOST'] ?? '')?.[1] ?? '/var/run/docker.sock';
export const nothing = { argv: ['/bin/true'], env: {}, limits: stepLimits.compile };
let image: string;

/** Builds a missing image before the tests. */
export function imageForAll(): void {
	beforeAll(async () => {
		await ensureImages({ docker, names: ['cc'], onProgress: () => undefined });
		image = await imageTag('cc');
	}, 600_000);
}

/** The image of the pool's sandboxes. */
export const testImage = (sizes: PooledImage['sizes']): PooledImage => ({ tag: image, sizes });

export const newOwner = () => `test-${randomUUID()}`;

export async function containersOf(owner: string): Promise<string[]> {
	const filters = { label: [`${ownerLabel}=${owner}`] };
	return (await docker.listContainers({ all: true, filters })).map(({ Id }) => Id);
}

/** Opens a pool for `use`, closes it, and expects that none of its containers is left. */
export async function withPool(
	{
		sizes = { tools: 0, measure: 0 },
		...changes
	}: Partial<PoolOptions & Pick<PooledImage, 'sizes'>>,
	use: (pool: Pool) => Promise<void>
) {
	const owner = newOwner();
	const cores = { tools: '0', measure: '0' };
	const pool = await openPool({ owner, cores, ...changes });
	pool.offer('cc', testImage(sizes));
	try {
		await use(pool);
	} finally {
		await pool.close();
	}
	expect(await containersOf(changes.owner ?? owner)).toEqual([]);
}

export const statusOf = (pool: Pool, kind: 'tools' | 'measure') =>
	pool.status().find((status) => status.kind === kind);

export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
	while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A socket in front of the engine that can be closed. */
export async function switchable() {
	const path = join(tmpdir(), `engine-${randomUUID()}.sock`);
	const open = new Set<net.Socket>();
	const server = net.createServer((client) => {
		const engine = net.connect(engineSocket);
		for (const [one, other] of [
			[client, engine],
			[engine, client]
		] as const) {
			open.add(one);
			one.pipe(other).on('error', () => one.destroy());
			one.on('close', () => open.delete(one));
		}
	});
	const listen = () => new Promise<void>((resolve) => server.listen(path, resolve));
	await listen();
	return {
		engine: connectEngine(new Docker({ socketPath: path })),
		cut: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			for (const socket of open) socket.destroy();
			await closed;
			await rm(path, { force: true });
		},
		restore: listen
	};
}

export const plenty = { mib: 4096, warmMiB: 8 };
export const nobody = { starting: 0, waiting: 0, taken: 0, spent: 0 };
