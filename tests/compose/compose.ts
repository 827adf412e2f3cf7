/** Shell: one Compose project of this folder's docker-compose.yml, with names, a port and images of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Docker from 'dockerode';
import { freePort } from '../free-port.ts';

const root = join(import.meta.dirname, '..', '..');
/** What an image may be made from; `.dockerignore` leaves out the rest. */
const ingredients = [
	...['.dockerignore', '.npmrc', 'docker-compose.yml', 'package.json', 'package-lock.json'],
	...['exercises', 'images', 'runner', 'site']
];
const neverCopied = /\/(node_modules|build|\.svelte-kit)$/;

export type Ended = { code: number | null; output: string };

export type Project = {
	/** Address of its site. */
	url: string;
	/** Runs Compose with these words. */
	compose: (...words: string[]) => Promise<Ended>;
	/** The engine it is on. */
	docker: Docker;
	name: string;
	metricsToken: string;
	/** Removes containers, networks, volumes, image names and the copy. Layers stay, for the next build. */
	remove: () => Promise<void>;
};

/** Compose as it is installed: its second version is a word of `docker`, the first a program. */
function findCompose(): string[] {
	const known = [['docker', 'compose'], ['docker-compose']];
	const found = known.find(
		([program = '', ...words]) => spawnSync(program, [...words, 'version']).status === 0
	);
	if (!found) throw new Error("There is no Compose here. Install Debian's docker-compose.");
	return found;
}

/** A copy of what is built, with settings as an operator would write them. */
export async function openProject(): Promise<Project> {
	const program = findCompose();
	const name = `cyclelab-test-${process.pid}`;
	const folder = mkdtempSync(join(tmpdir(), `${name}-`));
	for (const one of ingredients)
		cpSync(join(root, one), join(folder, one), {
			recursive: true,
			filter: (source) => !neverCopied.test(source)
		});
	// Certificates of the way to the registry, where this machine needs them, by the name Node gives them.
	const certificates = process.env['NODE_EXTRA_CA_CERTS'];
	if (certificates) cpSync(certificates, join(folder, 'images', 'certificates.pem'));
	const port = await freePort('0.0.0.0');
	const metricsToken = 'metrics-token-for-a-test';
	const settings = {
		RUNNER_TOKEN: 'runner-token-for-a-test',
		METRICS_TOKEN: metricsToken,
		RUNNER_ID: name,
		CYCLELAB_TAG: name,
		PORT: `${port}`,
		// Of the runner alone, which is started beside its site here.
		SITE_URL: 'http://site:3000'
	};
	const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`);
	writeFileSync(join(folder, '.env'), lines.join(''), { mode: 0o600 });

	// For the start that must be refused.
	writeFileSync(join(folder, 'empty.env'), '');

	const compose = (...words: string[]) =>
		run([...program, '--project-name', name, ...words], folder);
	const docker = new Docker();
	return {
		url: `http://127.0.0.1:${port}`,
		compose,
		docker,
		name,
		metricsToken,
		remove: async () => {
			await compose('down', '--volumes', '--remove-orphans', '--timeout', '30');
			for (const image of ['site', 'runner', 'store'])
				await docker
					.getImage(`cyclelab/${image}:${name}`)
					.remove({ noprune: true })
					.catch(() => {});
			rmSync(folder, { recursive: true, force: true });
		}
	};
}

/**
 * Of the environment what finds the engine and the registry, and nothing docker-compose.yml would read. The first Compose
 * builds by itself: the command line's builder may be a plugin that is not there.
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

function run([program = '', ...args]: string[], cwd: string): Promise<Ended> {
	return new Promise((resolve, reject) => {
		const child = spawn(program, args, {
			...{ cwd, env: environment },
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
