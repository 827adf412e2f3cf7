/** Shell: a Compose project of this repository's docker-compose.yml, with separate names, port and images. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Docker from 'dockerode';
import { freePort } from '../free-port.ts';

const root = join(import.meta.dirname, '..', '..');
/** Files that no image needs; `.dockerignore` excludes more. */
const ingredients = [
	'.dockerignore',
	'.npmrc',
	'docker-compose.yml',
	'package.json',
	'package-lock.json',
	'contract',
	'exercises',
	'images',
	'runner',
	'site'
];
const neverCopied = /\/(node_modules|build|\.svelte-kit)$/;

export type EndedCompose = { code: number | null; output: string };

export type Project = {
	/** The site's address. */
	url: string;
	/** The port of the service proxy on this machine. */
	httpsPort: number;
	/** The port of the metrics of the service runner-alone. */
	metricsPort: number;
	/** Runs Compose with these arguments, without a profile. */
	compose: (...words: string[]) => Promise<EndedCompose>;
	/** Runs Compose with these arguments for the services of all profiles. */
	everywhere: (...words: string[]) => Promise<EndedCompose>;
	/** The engine of the project. */
	docker: Docker;
	name: string;
	metricsToken: string;
	/** Removes containers, networks, volumes, image names and the copy. Layers stay, for the next build. */
	remove: () => Promise<void>;
};

/** The installed Compose: `docker compose` (version 2) or the program docker-compose (version 1). */
function findCompose(): string[] {
	const known = [['docker', 'compose'], ['docker-compose']];
	const found = known.find(
		([program = '', ...words]) => spawnSync(program, [...words, 'version']).status === 0
	);
	if (!found) throw new Error("Compose is not installed. Install Debian's docker-compose.");
	return found;
}

/** Copies the sources of the images, and writes an operator's settings. */
export async function openProject(): Promise<Project> {
	const program = findCompose();
	const name = `cyclelab-test-${process.pid}`;
	const folder = mkdtempSync(join(tmpdir(), `${name}-`));
	for (const ingredient of ingredients)
		cpSync(join(root, ingredient), join(folder, ingredient), {
			recursive: true,
			filter: (source) => !neverCopied.test(source)
		});
	// Certificates for the registry, if this machine needs them, from the variable that Node reads.
	const certificates = process.env['NODE_EXTRA_CA_CERTS'];
	if (certificates) cpSync(certificates, join(folder, 'images', 'certificates.pem'));
	const port = await freePort('0.0.0.0');
	const httpsPort = await freePort('0.0.0.0');
	const metricsPort = await freePort('127.0.0.1');
	const metricsToken = 'metrics-token-for-a-test';
	const settings = {
		RUNNER_TOKEN: 'runner-token-for-a-test',
		METRICS_TOKEN: metricsToken,
		RUNNER_ID: name,
		CYCLELAB_TAG: name,
		PORT: `${port}`,
		HTTPS_PORT: `${httpsPort}`,
		HTTP_PORT: `${await freePort('0.0.0.0')}`,
		RUNNER_METRICS: `127.0.0.1:${metricsPort}`,
		// For the service runner-alone, whose site runs on this machine.
		SITE_URL: 'http://site:3000'
	};
	const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`);
	writeFileSync(join(folder, '.env'), lines.join(''), { mode: 0o600 });

	// For the start that must fail.
	writeFileSync(join(folder, 'empty.env'), '');

	const compose = (...words: string[]) =>
		run([...program, '--project-name', name, ...words], folder);
	const everywhere = (...words: string[]) =>
		compose('--profile', 'together', '--profile', 'runner-alone', '--profile', 'tls', ...words);
	const docker = new Docker();
	return {
		url: `http://127.0.0.1:${port}`,
		httpsPort,
		metricsPort,
		compose,
		everywhere,
		docker,
		name,
		metricsToken,
		remove: async () => {
			await everywhere('down', '--volumes', '--remove-orphans', '--timeout', '30');
			for (const image of ['site', 'runner', 'store', 'proxy'])
				await docker
					.getImage(`cyclelab/${image}:${name}`)
					.remove({ noprune: true })
					.catch(() => {});
			rmSync(folder, { recursive: true, force: true });
		}
	};
}

/**
 * The environment variables for the engine and the registry, and none that docker-compose.yml reads. Compose version 1
 * builds without the command-line builder, which may be a plugin that is not installed.
 */
const environment = {
	COMPOSE_DOCKER_CLI_BUILD: '0',
	...Object.fromEntries(
		['PATH', 'HOME', 'DOCKER_HOST', 'NPM_CONFIG_REGISTRY'].flatMap((key) => {
			const value = process.env[key];
			return value === undefined ? [] : [[key, value]];
		})
	)
};

function run([program = '', ...args]: string[], cwd: string): Promise<EndedCompose> {
	return new Promise((resolve, reject) => {
		const child = spawn(program, args, {
			cwd,
			env: environment,
			stdio: ['ignore', 'pipe', 'pipe']
		});
		let output = '';
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding('utf8').on('data', (text: string) => {
				output = (output + text).slice(-1_000_000);
			});
		child.on('error', reject);
		child.on('close', (code) => resolve({ code, output }));
	});
}
