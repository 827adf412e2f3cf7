/** Shell: the secret by which the site knows its local runner: made once, readable by its owner alone. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} dataDir @param {NodeJS.ProcessEnv} env @returns {string} */
export function runnerToken(dataDir, env) {
	if (env.RUNNER_TOKEN) return env.RUNNER_TOKEN;
	const file = join(dataDir, 'runner-token');
	if (!existsSync(file)) {
		mkdirSync(dataDir, { recursive: true, mode: 0o711 });
		writeFileSync(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
	}
	return readFileSync(file, 'utf8').trim();
}
