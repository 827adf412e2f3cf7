/** The runner's measurements while it is idle, with real containers on a shared core. */
import { expect, test } from 'vitest';
import { watchNoiseFloor, type Steadiness } from '../../../runner/src/job/noise-floor.ts';
import { createCoreQueue } from '../../../runner/src/core-queue.ts';
import { poolForAll } from '../hooks.ts';

const pool = poolForAll('cc');

test('an idle runner measures code against itself, and stops for a job', async () => {
	const turns = createCoreQueue();
	const heard: Steadiness[] = [];
	let idle = true;
	let onPair = () => {};
	const watch = watchNoiseFloor({
		takeSandbox: pool.take,
		coreQueue: turns,
		target: process.arch === 'arm64' ? 'arm64' : 'x86-64',
		isIdle: () => idle,
		onChange: (steadiness) => {
			heard.push(steadiness);
			onPair();
		},
		log: { debug: () => {} },
		pauses: { first: 1, later: 1, look: 1 }
	});
	try {
		// Latency, throughput and memory, one after another.
		while (heard.length < 3) await new Promise<void>((resolve) => (onPair = resolve));
		expect(heard).toEqual(Array(3).fill({ drifts: [] }));

		idle = false;
		const release = await turns.take(() => {}, AbortSignal.timeout(5_000));
		const before = heard.length;
		await new Promise((resolve) => setTimeout(resolve, 1_000));
		expect(heard.length).toBe(before);
		release();
	} finally {
		await watch.close();
	}
});
