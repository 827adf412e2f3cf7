/** The runner's numbers for Prometheus. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { PoolStatus } from './sandbox/pool.ts';
import type { EncodedEvent } from './threads/messages.ts';
import type { ReportMetrics } from '@cyclelab/contract/measure/report-metrics';

export type Metrics = ReturnType<typeof createMetrics>;

/** Values that are read at each scrape. */
export type Gauged = {
	pool: () => PoolStatus;
	isConnected: () => boolean;
	isReady: () => boolean;
	jobs: () => number;
	/** Jobs that wait for the measuring core. */
	waitingForCore: () => number;
};

const buckets = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 100];

export function createMetrics(gauged: Gauged) {
	const registry = new Registry();
	const registers = [registry];
	collectDefaultMetrics({ register: registry, prefix: 'cyclelab_runner_' });
	const counter = <T extends string>(name: string, help: string, ...labelNames: T[]) =>
		new Counter({ name: `cyclelab_runner_${name}`, help, labelNames, registers });
	const histogram = <T extends string>(name: string, help: string, ...labelNames: T[]) =>
		new Histogram({ name: `cyclelab_runner_${name}`, help, labelNames, buckets, registers });
	const gauge = (name: string, help: string, read: () => number) =>
		new Gauge({
			name: `cyclelab_runner_${name}`,
			help,
			registers,
			collect() {
				this.set(read());
			}
		});

	const jobs = counter('jobs_total', 'Jobs ended, by result', 'result');
	const jobSeconds = histogram(
		'job_seconds',
		'Time from receiving a job to its end, by result',
		'result'
	);
	const stageSeconds = histogram('stage_seconds', 'Time of one stage of one variant', 'stage');
	const coreWaitSeconds = histogram(
		'core_wait_seconds',
		'Time a job waited for the measuring core'
	);
	const failures = counter(
		'failures_total',
		"Jobs whose learner's program failed, by kind",
		'kind'
	);
	const faults = counter('faults_total', 'Jobs that failed by our fault, by code', 'code');
	const samples = counter('samples_total', 'Samples in reports, by fate', 'fate');
	gauge('connected', '1 while connected to the site', () => Number(gauged.isConnected()));
	gauge('ready', '1 while it takes jobs', () => Number(gauged.isReady()));
	gauge('jobs', 'Active jobs', gauged.jobs);
	gauge('core_waiting', 'Jobs that wait for the measuring core', gauged.waitingForCore);
	new Gauge({
		name: 'cyclelab_runner_sandboxes',
		help: 'Sandboxes of the pool by state, callers that wait, and the number to keep warm (size)',
		labelNames: ['image', 'kind', 'state'],
		registers,
		collect() {
			for (const { image, kind, cells: _, ...states } of gauged.pool())
				for (const [state, count] of Object.entries(states))
					this.set({ image, kind, state }, count);
		}
	});

	/** Follows one job: call `onEvent` with its events and `ended` with its result and, if it finished, its report's metrics. */
	const job = () => {
		const since = performance.now();
		let waitsSince: number | undefined;
		let hasCore = false;
		const onEvent = ({ type, measures, code }: EncodedEvent): void => {
			if (type === 'waiting') waitsSince ??= performance.now();
			else if (measures) {
				if (!hasCore) coreWaitSeconds.observe(waitsSince ? secondsSince(waitsSince) : 0);
				hasCore = true;
			} else if (code !== undefined) faults.inc({ code });
		};
		const ended = (
			result: 'finished' | 'failed' | 'cancelled' | 'handed-back',
			metrics?: ReportMetrics
		): void => {
			for (const kind of metrics?.failures ?? []) failures.inc({ kind });
			for (const [fate, count] of Object.entries(metrics?.samples ?? {}))
				samples.inc({ fate }, count);
			jobs.inc({ result });
			jobSeconds.observe({ result }, secondsSince(since));
		};
		return { onEvent, ended };
	};
	return { registry, stageSeconds, job };
}

const secondsSince = (ms: number) => (performance.now() - ms) / 1000;
