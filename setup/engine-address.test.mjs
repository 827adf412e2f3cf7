import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askEngine, engineAddress } from './engine-address.mjs';

test('DOCKER_HOST is read as Docker reads it; ssh and TLS are left to dockerode', () => {
	const address = (/** @type {Record<string, string>} */ env) => engineAddress(env);
	expect([
		address({ DOCKER_HOST: 'unix:///run/user/1000/docker.sock' }),
		address({ DOCKER_HOST: 'tcp://127.0.0.1:2375' }),
		address({ DOCKER_HOST: 'tcp://127.0.0.1' }),
		address({ DOCKER_HOST: 'ssh://someone@example.org' }),
		address({ DOCKER_HOST: 'tcp://example.org:2376', DOCKER_TLS_VERIFY: '1' })
	]).toEqual([
		{ socketPath: '/run/user/1000/docker.sock' },
		{ host: '127.0.0.1', port: 2375 },
		{ host: '127.0.0.1', port: 2375 },
		'elsewhere',
		'elsewhere'
	]);
});

test('an engine that answers, a broken engine, and no engine are distinguished', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'engine '));
	const socketPath = join(folder, 'docker.sock');
	const server = createServer((request, response) => {
		response.statusCode = request.url === '/_ping' ? 200 : 404;
		response.end('OK');
	});
	await new Promise((done) => server.listen(socketPath, () => done(undefined)));
	try {
		expect(await askEngine({ socketPath })).toEqual({ status: 200 });
		expect(await askEngine({ socketPath }, '/images/none/json')).toEqual({ status: 404 });
		expect(await askEngine({ socketPath: join(folder, 'other.sock') })).toEqual({
			error: 'ENOENT'
		});
	} finally {
		server.close();
		await rm(folder, { recursive: true });
	}
});
