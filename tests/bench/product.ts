/** The product under measurement, started as a person starts it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startProduct, until } from '../e2e/product.ts';
import type { Context, Running } from './section.ts';
import { freePort } from '../free-port.ts';

const plenty = '100000';
/** All requests come from one address, so its limits must not apply. */
export const withoutLimits = {
	RUNS_PER_MINUTE: plenty,
	OPEN_RUNS: plenty,
	STREAMS: plenty,
	CONNECTIONS: plenty,
	REQUESTS_PER_MINUTE: `${plenty}00`
};
const usualLimits = Object.fromEntries(Object.keys(withoutLimits).map((name) => [name, undefined]));

/** @param settings the site's settings; its other limits are the defaults */
export async function startBenchProduct(
	{ print, onEnd }: Context,
	settings: Record<string, string> = {}
): Promise<Running> {
	const runnerPort = await freePort('127.0.0.1');
	print('Starting the product.');
	const product = await startProduct({
		runner: true,
		env: {
			RUNNER_ID: `bench-${runnerPort}`,
			RUNNER_PORT: `${runnerPort}`,
			// An idle runner measures blocks, while a section may be measuring something else.
			RUNNER_BLOCKS: '0',
			...usualLimits,
			...settings
		}
	});
	onEnd(() => product.stop());
	return { ...product, runnerPort };
}

const Health = z.object({
	jobs: z.int(),
	pool: z.array(
		z.object({
			kind: z.string(),
			size: z.int(),
			warm: z.int(),
			starting: z.int(),
			waiting: z.int(),
			taken: z.int(),
			spent: z.int()
		})
	)
});

/**
 * Longest answer of a runner, ms. Three runs of `peers` ended because this process opened a connection and sent nothing on
 * it, until the runner answered 408 after its 60 s; it answered other clients meanwhile. Such a request is made again.
 */
const answerMs = 5000;

/** Waits until no job runs and every sandbox of the pool is ready, so that no measurement affects the next. */
export async function settle({ runnerPort }: Running): Promise<void> {
	await until('the pool of sandboxes is full again', async () => {
		const health = await fetch(`http://127.0.0.1:${runnerPort}/healthz`, {
			signal: AbortSignal.timeout(answerMs)
		})
			.then((response) => response.json())
			.catch(() => undefined);
		if (health === undefined) return false;
		const { jobs, pool } = Health.parse(health);
		const tools = pool.filter(({ kind }) => kind === 'tools');
		return (
			jobs === 0 &&
			tools.every(
				({ size, warm, starting, waiting, taken, spent }) =>
					warm >= size && starting + waiting + taken + spent === 0
			)
		);
	});
	await sleep(200);
}
