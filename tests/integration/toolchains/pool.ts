/** A pool of toolchains' sandboxes, for tests that use a toolchain without a job. */
import { randomUUID } from 'node:crypto';
import Docker from 'dockerode';
import { ensureImages, imageTag } from '@cyclelab/images/build';
import type { ImageName } from '@cyclelab/images/recipes';
import type { ReadResult } from '../../../runner/src/inspect/read.ts';
import { openPool, type Pool, type PoolOptions } from '../../../runner/src/sandbox/pool.ts';

/** Opens a pool without warm sandboxes, and builds missing images. */
export async function poolOf(
	images: ImageName | readonly ImageName[],
	settings: Partial<PoolOptions> = {}
): Promise<Pool> {
	const names = [images].flat();
	await ensureImages({ docker: new Docker(), names, onProgress: console.log });
	const cores = { tools: '0', measure: '0' };
	const pool = await openPool({ owner: `test-${randomUUID()}`, cores, ...settings });
	for (const name of names)
		pool.offer(name, { tag: await imageTag(name), sizes: { tools: 0, measure: 0 } });
	return pool;
}

/** @throws an error with the failure, if `read` is one */
export function value<T>(read: ReadResult<T>): T {
	if (!read.ok) throw new Error(JSON.stringify(read.failure));
	return read.value;
}
