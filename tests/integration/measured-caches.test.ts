/** A runner measures its own caches, with real containers on a shared core. */
import { ensureImages, imageTag } from '@cyclelab/images/build';
import Docker from 'dockerode';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { watchCaches } from '../../runner/src/job/cache-watch.ts';
import { openPool } from '../../runner/src/sandbox/pool.ts';
import { MeasuredCaches } from '../../runner/src/schema/gateway.ts';
import { createCoreQueue } from '../../runner/src/core-queue.ts';

beforeAll(
	() => ensureImages({ docker: new Docker(), names: ['cc'], onProgress: () => {} }),
	600_000
);

const KiB = 1024;

test('a runner measures the size of its L1 data cache, and interrupts that for a job', async () => {
	const pool = await openPool({
		owner: `test-${randomUUID()}`,
		cores: { tools: '0', measure: '0' }
	});
	pool.offer('cc', { tag: await imageTag('cc'), sizes: { tools: 0, measure: 0 } });
	const turns = createCoreQueue();
	let idle = true;
	const measuring = Promise.withResolvers<void>();
	const gaveWay = Promise.withResolvers<void>();
	const found = Promise.withResolvers<MeasuredCaches>();
	const watch = watchCaches({
		takeSandbox: (kind, image) => {
			if (kind === 'measure') measuring.resolve();
			return pool.take(kind, image);
		},
		coreQueue: turns,
		target: process.arch === 'arm64' ? 'arm64' : 'x86-64',
		// The L1 data cache holds the second size, even if the core's other hyperthread uses half of it, but not the
		// third.
		sizes: [8 * KiB, 12 * KiB, 384 * KiB, 512 * KiB],
		isIdle: () => idle,
		onChange: found.resolve,
		log: { debug: () => gaveWay.resolve() },
		pauses: { first: 1, between: 1, disturbed: 1, again: 3_600_000, unfinished: 1, look: 1 }
	});
	try {
		await measuring.promise;
		idle = false;
		await gaveWay.promise;
		(await turns.take(() => {}, AbortSignal.timeout(5_000)))();
		idle = true;
		const { levels, beyond } = MeasuredCaches.parse(await found.promise);
		const [first] = levels;
		expect([first?.endsBetween[0], beyond.upTo]).toEqual([12 * KiB, 512 * KiB]);
		expect(first?.cyclesPerLoad.high).toBeLessThan(beyond.cyclesPerLoad.low);
	} finally {
		await watch.close();
		await pool.close();
	}
	// A noisy machine needs several sweeps.
}, 240_000);
