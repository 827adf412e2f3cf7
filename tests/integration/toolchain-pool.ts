/** A pool of one toolchain's sandboxes, and what its stages read, for tests that drive a toolchain without a job. */
import { randomUUID } from 'node:crypto';
import Docker from 'dockerode';
import { ensureImages, imageTag } from '@cyclelab/images/build';
import type { ImageName } from '@cyclelab/images/recipes';
import type { Read } from '../../runner/src/inspect/read.ts';
import { openPool, type Pool } from '../../runner/src/sandbox/pool.ts';

/** Nothing is kept warm. Builds the image if it is missing. `tools`: processor list of its tools. */
export async function poolOf(image: ImageName, tools = '0'): Promise<Pool> {
	await ensureImages({ docker: new Docker(), names: [image], onProgress: console.log });
	const pool = await openPool({
		owner: `test-${randomUUID()}`,
		cores: { tools, measure: '0' }
	});
	pool.offer(image, { tag: await imageTag(image), sizes: { tools: 0, measure: 0 } });
	return pool;
}

/** @throws with the failure, if it is one */
export function value<T>(read: Read<T>): T {
	if (!read.ok) throw new Error(JSON.stringify(read.failure));
	return read.value;
}
