/** Shell: a pool or a bench that all tests of a file share. Opening it may build images. */
import { randomUUID } from 'node:crypto';
import type { ImageName } from '@cyclelab/images/recipes';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Pool, PoolOptions } from '../../runner/src/sandbox/pool.ts';
import { openBench, type Bench, type BenchOptions } from './job/job-bench.ts';
import { poolOf } from './toolchains/pool.ts';

const longestMs = 900_000;

/** Opens a pool before the tests and closes it after them. Its members are there when the tests begin. */
export function poolForAll(
	images: ImageName | readonly ImageName[],
	settings?: Partial<PoolOptions>
): Pool {
	const pool = {} as Pool;
	beforeAll(async () => void Object.assign(pool, await poolOf(images, settings)), longestMs);
	afterAll(() => pool.close?.());
	return pool;
}

/** The same with a bench. None of its containers is left afterwards. */
export function benchForAll(images: readonly ImageName[] = ['cc'], options?: BenchOptions): Bench {
	const bench = {} as Bench;
	beforeAll(
		async () => void Object.assign(bench, await openBench(`test-${randomUUID()}`, images, options)),
		longestMs
	);
	afterAll(async () => {
		await bench.close?.();
		expect(await bench.leftOver?.()).toBe(0);
	});
	return bench;
}
