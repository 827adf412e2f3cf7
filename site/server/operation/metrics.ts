/** Shell: numbers for Prometheus. One registry per site, so that two sites in one process (tests) do not mix. */
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { EndedRun } from './ended-runs.ts';
import type { RunnerSummary } from '../../shared/schema.ts';

export type Metrics = ReturnType<typeof openMetrics>;

/** Values that are read when the metrics are requested. */
export type Gauged = {
	/** Connected to this process. */
	runners: () => Pick<RunnerSummary, 'state'>[];
	eventsBehind: () => number;
	running: () => number;
	/** Of the whole store: equal in every process. */
	waiting: () => Promise<{ queue: string; runs: number }[]>;
	storeBytes: () => Promise<number>;
};

const waits = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300];

/** The class of a queue, without the name of a chosen runner, so that there are few label values. */
export const classOf = (queue: string): string => /^[^./]*/.exec(queue)?.[0] ?? '';

export function openMetrics(gauged: Gauged) {
	const registry = new Registry();
	const registers = [registry];
	collectDefaultMetrics({ register: registry });
	const counter = <T extends string>(name: string, help: string, ...labelNames: T[]) =>
		new Counter({ name, help, labelNames, registers });
	const histogram = <T extends string>(name: string, help: string, ...labelNames: T[]) =>
		new Histogram({ name, help, labelNames, buckets: waits, registers });

	const requests = new Histogram({
		name: 'cyclelab_http_seconds',
		help: 'Time from a request of the API to the end of its answer',
		labelNames: ['method', 'route', 'status'],
		buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
		registers
	});
	const runs = counter('cyclelab_runs_total', 'Runs that ended, by how', 'state');
	const runSeconds = histogram('cyclelab_run_seconds', 'Time a runner had a run');
	const parts = {
		queue: histogram('cyclelab_queue_seconds', 'From accepted to leaving the queue', 'class'),
		pickUp: histogram(
			'cyclelab_pick_up_seconds',
			"From leaving the queue to the runner's first event",
			'class'
		),
		stage: histogram(
			'cyclelab_stage_seconds',
			'inspect: from there to the last prediction; to-core: to the turn on the measuring core; measure: from then to the last point',
			'class',
			'stage'
		)
	};
	const failures = counter(
		'cyclelab_failures_total',
		"Finished runs with a failure of a learner's program, by kind",
		'kind'
	);
	const faults = counter('cyclelab_faults_total', 'Runs we failed, by code', 'code');
	const samples = counter('cyclelab_samples_total', 'Samples in reports, by fate', 'fate');
	const streams = new Gauge({
		name: 'cyclelab_streams',
		help: 'Event streams that are open',
		registers
	});
	const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
		new Gauge({
			name,
			help,
			registers,
			async collect() {
				this.set(await read());
			}
		});
	gauge('cyclelab_events_behind', 'Events not in the store yet', gauged.eventsBehind);
	gauge('cyclelab_runs_running', "Runs on this process's runners", gauged.running);
	gauge('cyclelab_store_bytes', 'Size of the database, the same from every process', () =>
		gauged.storeBytes()
	);
	new Gauge({
		name: 'cyclelab_store_runs_waiting',
		help: 'Runs that wait, by class of runners; the same from every process',
		labelNames: ['class'],
		registers,
		async collect() {
			const queues = await gauged.waiting();
			this.reset();
			for (const { queue, runs } of queues) this.inc({ class: classOf(queue) }, runs);
		}
	});
	new Gauge({
		name: 'cyclelab_runners',
		help: 'Runners connected to this process, by state',
		labelNames: ['state'],
		registers,
		collect() {
			this.reset();
			for (const { state } of gauged.runners()) this.inc({ state });
		}
	});

	/** Counts a run that ended, once it is stored. */
	const ended = (run: EndedRun, queue: string, queueMs: number): void => {
		const label = { class: classOf(queue) };
		parts.queue.observe(label, queueMs / 1000);
		const observe = (ms: number | undefined, see: (seconds: number) => void) => {
			if (ms !== undefined) see(ms / 1000);
		};
		observe(run.pickUpMs, (seconds) => parts.pickUp.observe(label, seconds));
		const stages = { inspect: run.inspectMs, 'to-core': run.toCoreMs, measure: run.measureMs };
		for (const [stage, ms] of Object.entries(stages))
			observe(ms, (seconds) => parts.stage.observe({ ...label, stage }, seconds));
		for (const kind of run.failures) failures.inc({ kind });
		if (run.code !== undefined) faults.inc({ code: run.code });
		samples.inc({ fate: 'accepted' }, run.samples.accepted);
		samples.inc({ fate: 'rejected' }, run.samples.rejected);
	};

	/** Streams of events last as long as a run and are counted by their gauge instead. */
	const timed: RequestHandler = (request, response, next) => {
		const since = performance.now();
		response.on('finish', () => {
			const path: unknown = request.route?.path;
			const isStream = String(response.getHeader('content-type')).startsWith('text/event-stream');
			if (typeof path !== 'string' || isStream) return;
			const labels = { method: request.method, route: path, status: response.statusCode };
			requests.observe(labels, (performance.now() - since) / 1000);
		});
		next();
	};
	return { registry, runs, runSeconds, ended, streams, timed };
}
