/** A runner measures its own caches, with real containers on a shared core. */
import { expect, test } from 'vitest';
import { watchCaches } from '../../../runner/src/job/cache-watch.ts';
import { eventKernels } from '../../../runner/src/job/event-kernels.ts';
import { MeasuredCaches } from '@cyclelab/contract/schema/gateway';
import { createCoreQueue } from '../../../runner/src/core-queue.ts';
import { poolForAll } from '../hooks.ts';

const pool = poolForAll('cc');

const KiB = 1024;

test('a runner measures the size of its L1 data cache, and interrupts that for a job', async () => {
	const turns = createCoreQueue();
	let idle = true;
	const measuring = Promise.withResolvers<void>();
	const gaveWay = Promise.withResolvers<void>();
	let latest: MeasuredCaches | undefined;
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
		// Three of them: all take minutes on a core that other tests use as well.
		kernels: eventKernels.filter(({ id }) => ['alias', 'one-set', 'renamed'].includes(id)),
		isIdle: () => idle,
		onChange: (caches) => (latest = MeasuredCaches.parse(caches)),
		log: { debug: () => gaveWay.resolve() },
		pauses: { first: 1, between: 1, disturbed: 1, again: 1, unfinished: 1, look: 1 }
	});
	try {
		await measuring.promise;
		idle = false;
		await gaveWay.promise;
		(await turns.take(() => {}, AbortSignal.timeout(5_000)))();
		idle = true;
		// On a core that other tests use as well, a sweep may be too wide for the step between two sizes.
		const step = () => {
			const first = latest?.levels[0];
			const isFaster =
				first && latest && first.cyclesPerLoad.high < latest.beyond.cyclesPerLoad.low;
			return [first?.endsBetween[0], latest?.beyond.upTo, isFaster];
		};
		await expect
			.poll(step, { timeout: 420_000, interval: 250 })
			.toEqual([12 * KiB, 512 * KiB, true]);
	} finally {
		await watch.close();
	}
}, 480_000);
