import { Registry } from '@prometheus-io/client';
import { expect, test } from 'vitest';
import { serveHealth, type Health } from './health.ts';

test('health and metrics are served at the given address, and a degraded runner is not healthy', async () => {
	let status: Health['status'] = 'ok';
	const registry = new Registry();
	const parts = { host: '127.0.0.2', port: 0 };
	const { server, port } = await serveHealth(parts, { registry }, () => ({ status, jobs: 2 }));
	const read = async (path: string, host = '127.0.0.2') => {
		const response = await fetch(`http://${host}:${port}${path}`);
		return [response.status, await response.text()];
	};
	expect(await read('/healthz')).toEqual([200, '{"status":"ok","jobs":2}']);
	status = 'degraded';
	expect(await read('/healthz')).toEqual([503, '{"status":"degraded","jobs":2}']);
	expect((await read('/metrics'))[0]).toBe(200);
	await expect(read('/metrics', '127.0.0.1')).rejects.toThrow();
	server.close();
});
