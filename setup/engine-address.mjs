/** Shell: where the Docker Engine listens, and whether it answers there. */
import { existsSync } from 'node:fs';
import http from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';

export const defaultSocket = '/var/run/docker.sock';

/**
 * Where dockerode will look, with the places rootless Docker and Docker Desktop use as second thoughts.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ socketPath: string } | { host: string, port: number } | 'elsewhere'}
 */
export function engineAddress(env) {
	const given = env.DOCKER_HOST;
	if (given?.startsWith('unix://')) return { socketPath: given.slice('unix://'.length) };
	if (given?.startsWith('tcp://') && !env.DOCKER_TLS_VERIFY) {
		const url = new URL(given);
		return { host: url.hostname, port: Number(url.port || 2375) };
	}
	if (given) return 'elsewhere';
	const others = [
		env.XDG_RUNTIME_DIR && join(env.XDG_RUNTIME_DIR, 'docker.sock'),
		join(homedir(), '.docker', 'run', 'docker.sock')
	];
	const socketPath = [defaultSocket, ...others].find((path) => path && existsSync(path));
	return { socketPath: socketPath ?? defaultSocket };
}

/**
 * One question to the engine: `GET /_ping`, or another path of its API.
 * @param {ReturnType<typeof engineAddress>} address
 * @param {string} [path]
 * @returns {Promise<{ status: number } | { error: string }>} error: a code such as EACCES, ECONNREFUSED
 */
export function askEngine(address, path = '/_ping') {
	// ssh and TLS addresses are left to dockerode: it reads the same environment.
	if (address === 'elsewhere') return Promise.resolve({ status: 200 });
	return new Promise((resolve) => {
		const request = http.get({ ...address, path, timeout: 5000 }, (response) => {
			response.resume();
			resolve({ status: response.statusCode ?? 0 });
		});
		request.on('timeout', () => request.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })));
		request.on('error', (/** @type {NodeJS.ErrnoException} */ error) =>
			resolve({ error: error.code ?? error.message })
		);
	});
}
