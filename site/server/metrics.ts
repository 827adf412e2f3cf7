/** Numbers for Prometheus. One registry per site, so that two sites in one process (tests) do not mix. */
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RunnerSummary } from './schema.ts';

export type Metrics = ReturnType<typeof openMetrics>;

export function openMetrics(runners: () => RunnerSummary[]) {
	const registry = new Registry();
	const registers = [registry];
	collectDefaultMetrics({ register: registry });
	const requests = new Histogram({
		name: 'cyclelab_http_seconds',
		help: 'Time from a request of the API to the end of its answer',
		labelNames: ['method', 'route', 'status'],
		buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
		registers
	});
	const runs = new Counter({
		name: 'cyclelab_runs_total',
		help: 'Runs that ended, by how',
		labelNames: ['state'],
		registers
	});
	const runSeconds = new Histogram({
		name: 'cyclelab_run_seconds',
		help: 'Time a runner had a run',
		buckets: [0.1, 0.3, 1, 3, 10, 30, 100, 300],
		registers
	});
	const streams = new Gauge({
		name: 'cyclelab_streams',
		help: 'Event streams that are open',
		registers
	});
	new Gauge({
		name: 'cyclelab_runners',
		help: 'Connected runners, by state',
		labelNames: ['state'],
		registers,
		collect() {
			this.reset();
			for (const { state } of runners()) this.inc({ state });
		}
	});
	/** Streams of events last as long as a run and are counted by their gauge instead. */
	const timed: RequestHandler = (request, response, next) => {
		const since = performance.now();
		response.on('finish', () => {
			const path: unknown = request.route?.path;
			if (typeof path !== 'string' || path.endsWith('/events')) return;
			const labels = { method: request.method, route: path, status: response.statusCode };
			requests.observe(labels, (performance.now() - since) / 1000);
		});
		next();
	};
	return { registry, runs, runSeconds, streams, timed };
}
