import { expect, it } from 'vitest';
import { measured, point, report } from '@cyclelab/contract/fixtures/examples';
import { createMetrics } from './metrics.ts';
import { encodeEvent } from './threads/messages.ts';
import { metricsOf } from '@cyclelab/contract/measure/report-metrics';

const idle = {
	pool: () => [],
	isConnected: () => false,
	isReady: () => true,
	jobs: () => 1,
	waitingForCore: () => 0
};

/** The lines of our own, by name and labels. */
async function readAll(metrics: ReturnType<typeof createMetrics>) {
	const text = await metrics.registry.metrics();
	const own = text.matchAll(/^cyclelab_runner_(\w+(?:\{[^}]*\})?) (\S+)$/gm);
	return Object.fromEntries([...own].map(([, name, value]) => [name, Number(value)]));
}

it('a job that finished is counted with its samples and failures, its wait for the core apart', async () => {
	const metrics = createMetrics(idle);
	const job = metrics.job();
	job.onEvent(encodeEvent({ type: 'waiting', position: 1 }));
	job.onEvent(encodeEvent({ type: 'stage', stage: 'measure', notice: 'It waits for all cores.' }));
	job.onEvent(encodeEvent({ type: 'stage', stage: 'measure' }));
	const one = measured(3, 0.002);
	const conclusions = { finishedAt: '2026-11-21T01:00:00Z', variants: [], claims: [], knees: [] };
	job.onEvent(encodeEvent({ type: 'finished', conclusions }));
	job.ended('finished', metricsOf(report({ word: [point(one)] })));
	expect(await readAll(metrics)).toMatchObject({
		'jobs_total{result="finished"}': 1,
		'job_seconds_count{result="finished"}': 1,
		core_wait_seconds_count: 1,
		'samples_total{fate="accepted"}': one.samples,
		'samples_total{fate="rejected"}': one.rejected,
		ready: 1,
		connected: 0,
		jobs: 1
	});
});

it('a fault of ours is counted by its code', async () => {
	const metrics = createMetrics(idle);
	const job = metrics.job();
	job.onEvent(
		encodeEvent({ type: 'failed', code: 'ENGINE_DOWN', message: 'It is down.', id: '1' })
	);
	job.ended('failed');
	expect(await readAll(metrics)).toMatchObject({
		'faults_total{code="ENGINE_DOWN"}': 1,
		'jobs_total{result="failed"}': 1
	});
});

it('sandboxes are counted by image, kind and state', async () => {
	const counts = { size: 4, warm: 3, starting: 1, waiting: 0, taken: 2, spent: 5 };
	const subPool = { image: 'cc', kind: 'tools', ...counts } as const;
	const all = await readAll(createMetrics({ ...idle, pool: () => [subPool] }));
	expect(Object.entries(all).filter(([name]) => name.startsWith('sandboxes'))).toEqual([
		['sandboxes{image="cc",kind="tools",state="size"}', 4],
		['sandboxes{image="cc",kind="tools",state="warm"}', 3],
		['sandboxes{image="cc",kind="tools",state="starting"}', 1],
		['sandboxes{image="cc",kind="tools",state="waiting"}', 0],
		['sandboxes{image="cc",kind="tools",state="taken"}', 2],
		['sandboxes{image="cc",kind="tools",state="spent"}', 5]
	]);
});
