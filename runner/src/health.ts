/** Shell: the runner's own small web server, for operators: /healthz and /metrics. Neither says what a learner wrote. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Metrics } from './metrics.ts';

/** The body of /healthz: `ok` while the runner is connected and takes jobs. */
export type Health = { status: 'ok' | 'degraded' } & Record<string, unknown>;

/** Listens on `host`; resolves to the server and the port it got. Degraded, /healthz answers 503. */
export function serveHealth(
	{ host, port }: { host: string; port: number },
	{ registry }: Pick<Metrics, 'registry'>,
	status: () => Health
): Promise<{ server: Server; port: number }> {
	const app = express().disable('x-powered-by');
	app.get('/healthz', (_request, response) => {
		const health = status();
		response.status(health.status === 'ok' ? 200 : 503).json(health);
	});
	app.get('/metrics', async (_request, response) => {
		response.type(registry.contentType).send(await registry.metrics());
	});
	return new Promise((resolve, reject) => {
		const server = app.listen(port, host, (error) => {
			if (error) reject(error);
			else resolve({ server, port: (server.address() as AddressInfo).port });
		});
	});
}
