/** A pool of toolchains' sandboxes, for tests that use a toolchain without a job. */
import { randomUUID } from 'node:crypto';
import Docker from 'dockerode';
import { ensureImages, imageTag } from '@cyclelab/images/build';
import type { ImageName } from '@cyclelab/images/recipes';
import type { ReadResult } from '../../../runner/src/inspect/read.ts';
import { openPool, type Pool } from '../../../runner/src/sandbox/pool.ts';

/** Opens a pool without warm sandboxes, and builds missing images. `tools`: processor list of the tool sandboxes. */
export async function poolOf(images: ImageName | readonly ImageName[], tools = '0'): Promise<Pool> {
	const names = [images].flat();
	await ensureImages({ docker: new Docker(), names, onProgress: console.log });
	const pool = await openPool({
		owner: `test-${randomUUID()}`,
		cores: { tools, measure: '0' }
	});
	for (const name of names)
		pool.offer(name, { tag: await imageTag(name), sizes: { tools: 0, measure: 0 } });
	return pool;
}

/** @throws an error with the failure, if `read` is one */
export function value<T>(read: ReadResult<T>): T {
	if (!read.ok) throw new Error(JSON.stringify(read.failure));
	return read.value;
}
