/** Shell: the runner's own small web server on loopback, for operators: /healthz and /metrics. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
	registry: Registry;
	jobs: Counter<'result'>;
	stageSeconds: Histogram<'stage'>;
	connected: Gauge;
};

export function createMetrics(): Metrics {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry, prefix: 'cyclelab_runner_' });
	const registers = [registry];
	return {
		registry,
		jobs: new Counter({
			name: 'cyclelab_runner_jobs_total',
			help: 'Jobs ended, by result',
			labelNames: ['result'],
			registers
		}),
		stageSeconds: new Histogram({
			name: 'cyclelab_runner_stage_seconds',
			help: 'Time of one stage of one variant',
			labelNames: ['stage'],
			buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
			registers
		}),
		connected: new Gauge({
			name: 'cyclelab_runner_connected',
			help: '1 while connected to the site',
			registers
		})
	};
}

/** Listens on 127.0.0.1; resolves to the server and the port it got. */
export function serveHealth(
	port: number,
	metrics: Metrics,
	status: () => Record<string, unknown>
): Promise<{ server: Server; port: number }> {
	const app = express().disable('x-powered-by');
	app.get('/healthz', (_request, response) => void response.json(status()));
	app.get('/metrics', async (_request, response) => {
		response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
	});
	return new Promise((resolve, reject) => {
		const server = app.listen(port, '127.0.0.1', (error) => {
			if (error) reject(error);
			else resolve({ server, port: (server.address() as AddressInfo).port });
		});
	});
}
