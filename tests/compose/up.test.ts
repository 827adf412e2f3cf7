/** Builds, starts, uses, restarts and removes docker-compose.yml's services with the installed Compose. */
import { get } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from '@cyclelab/contract/schema/report';
import { ownerLabel } from '../../runner/src/sandbox/profile.ts';
import { imageNames, imageTag } from '@cyclelab/images/build';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProject, type EndedCompose, type Project } from './compose.ts';

const minute = 60_000;
let project: Project;
/** The first run, which must still exist at the end. */
let first = '';

/** Repeats `check` until it resolves to a value. */
async function until<T>(check: () => Promise<T | undefined>, what: string, within: number) {
	for (const since = performance.now(); performance.now() - since < within; await pause(500)) {
		const found = await check().catch(() => undefined);
		if (found !== undefined) return found;
	}
	throw new Error(`${what} did not happen within ${within / 1000} s.\n${await state()}`);
}

const state = async () =>
	`${(await project.everywhere('ps')).output}\n${(await project.everywhere('logs', '--tail=30')).output}`;

/** The output of Compose, which must exit with 0. */
async function succeeded(asked: Promise<EndedCompose>): Promise<string> {
	const { code, output } = await asked;
	if (code !== 0) throw new Error(`Compose ended with ${code}\n${output}`);
	return output;
}

const done = (...words: string[]) => succeeded(project.everywhere(...words));
/** Starts these services of a profile. */
const up = (profile: string[], ...services: string[]) =>
	succeeded(project.compose(...profile, 'up', '-d', '--no-build', ...services));
const together = ['--profile', 'together'];

/** The engine's description of a service's container. */
async function inspect(service: string) {
	const label = [ofProject(), `com.docker.compose.service=${service}`];
	const [found] = await project.docker.listContainers({ all: true, filters: { label } });
	if (!found) throw new Error(`The service ${service} has no container.`);
	return project.docker.getContainer(found.Id).inspect();
}

/** Compose's label for the project's containers, networks and volumes. */
const ofProject = () => `com.docker.compose.project=${project.name}`;

const healthy = (service: string) =>
	until(
		async () => (await inspect(service)).State.Health?.Status === 'healthy' || undefined,
		`${service} healthy`,
		10 * minute
	);

async function begin(body: Record<string, unknown>): Promise<string> {
	const response = await fetch(`${project.url}/api/runs`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ exercise: 'store-forwarding', ...body })
	});
	const answer: { id: string } = await response.json();
	expect([response.status, answer]).toEqual([202, expect.objectContaining({ id: answer.id })]);
	return answer.id;
}

type View = { state: string; report?: Report };
const view = async (run: string): Promise<View> =>
	(await fetch(`${project.url}/api/runs/${run}`)).json();

const report = (run: string) =>
	until(
		async () => {
			const { state: now, report: found } = await view(run);
			if (now === 'failed') throw new Error('the run failed');
			return found;
		},
		`a report of run ${run}`,
		5 * minute
	);

const measuredIn = (found: Report) =>
	found.variants.flatMap(({ points }) => points).flatMap(({ measured }) => measured ?? []);

beforeAll(async () => {
	project = await openProject();
}, minute);
afterAll(async () => {
	await project.remove();
	const { docker, name } = project;
	const own = { filters: { label: [ofProject()] } };
	const sandboxes = { filters: { label: [`${ownerLabel}=${name}`] } };
	expect([
		await docker.listContainers({ all: true, ...own }),
		await docker.listContainers({ all: true, ...sandboxes }),
		(await docker.listVolumes(own)).Volumes ?? [],
		await docker.listNetworks(own)
	]).toEqual([[], [], [], []]);
}, 5 * minute);

test('without a token no service starts, and the error names the variable', async () => {
	const { code, output } = await project.compose('--env-file', 'empty.env', 'config');
	expect(code).not.toBe(0);
	expect(output).toMatch(/RUNNER_TOKEN is not set\. See the first lines of docker-compose\.yml/);
});

test(
	'without a profile the site and its store start, and no runner',
	async () => {
		await done('build');
		await up([]);
		await healthy('site');
		const there = await project.docker.listContainers({
			all: true,
			filters: { label: [ofProject()] }
		});
		expect(there.map(({ Labels }) => Labels['com.docker.compose.service']).sort()).toEqual([
			'site',
			'store'
		]);
	},
	60 * minute
);

test(
	'with the profile "tls" a proxy serves the site by TLS, and events pass as they come',
	async () => {
		await up(['--profile', 'tls']);
		/** The status and the first bytes of an answer, by a certificate that nobody signed but the proxy. */
		const first = (path: string) =>
			new Promise<[number | undefined, string]>((resolve, reject) => {
				const options = { host: 'localhost', port: project.httpsPort, rejectUnauthorized: false };
				const request = get({ ...options, path, servername: 'localhost' }, (response) => {
					response.once('data', (bytes: Buffer) => {
						resolve([response.statusCode, bytes.toString()]);
						request.destroy();
					});
				}).on('error', reject);
			});
		const page = await until(() => first('/healthz'), 'an answer of the proxy', 2 * minute);
		expect(page).toEqual([200, '{"status":"ok","runners":0}']);
		const waiting = await begin({});
		expect(await first(`/api/runs/${waiting}/events`)).toEqual([
			200,
			expect.stringMatching(/^retry: /)
		]);
		await done('stop', 'proxy');
	},
	5 * minute
);

test(
	'with the profile "together" site, store and runner become healthy',
	async () => {
		await up(together);
		for (const service of ['store', 'site', 'runner']) await healthy(service);
		const health = await (await fetch(`${project.url}/healthz`)).json();
		expect(health).toEqual({ status: 'ok', runners: 1 });
	},
	20 * minute
);

test(
	'the sandbox images of this machine are used, not built again',
	async () => {
		const { State } = await until(
			async () => {
				const facts = await inspect('sandbox-images');
				return facts.State.Status === 'exited' ? facts : undefined;
			},
			'sandbox-images ended',
			minute
		);
		expect(State.ExitCode).toBe(0);
		const said = await done('logs', '--no-color', 'sandbox-images');
		for (const name of imageNames) expect(said).toContain(await imageTag(name));
		expect(said).not.toMatch(/Building|Fetching/);
	},
	2 * minute
);

test('every service runs without capabilities and privileges that it does not need', async () => {
	const facts = await Promise.all(['site', 'store', 'runner'].map(inspect));
	expect(
		facts.map(({ HostConfig: host }) => ({
			readOnly: host.ReadonlyRootfs,
			drops: host.CapDrop,
			adds: host.CapAdd ?? [],
			privileged: host.Privileged,
			security: host.SecurityOpt,
			restart: host.RestartPolicy?.Name
		}))
	).toEqual(
		facts.map(() => ({
			readOnly: true,
			drops: ['ALL'],
			adds: [],
			privileged: false,
			security: ['no-new-privileges:true'],
			restart: 'unless-stopped'
		}))
	);
	const [site, store] = facts;
	expect([site?.Config.User, store?.Config.User, store?.HostConfig.NetworkMode]).toEqual([
		'site',
		'store',
		'none'
	]);
});

test(
	'a run is measured, and only an operator can read the metrics',
	async () => {
		first = await begin({});
		const found = await report(first);
		expect(found.runner.id).toBe(project.name);
		expect(found.failure).toBeUndefined();
		expect(found.variants.filter(({ hotLoop }) => hotLoop === undefined)).toEqual([]);
		expect(measuredIn(found).length).toBeGreaterThan(0);

		expect((await fetch(`${project.url}/metrics`)).status).toBe(401);
		const authorization = `Bearer ${project.metricsToken}`;
		const told = await fetch(`${project.url}/operate`, { headers: { authorization } });
		expect([told.status, await told.text()]).toEqual([200, expect.stringMatching(/\d finished/)]);
	},
	6 * minute
);

test(
	'a run in progress finishes although the site is restarted',
	async () => {
		const run = await begin({ flags: ['-O1'] });
		await until(
			async () => (await view(run)).state === 'running' || undefined,
			'the run started',
			minute
		);
		await done('restart', 'site');
		const found = await report(run);
		expect([found.toolchain.flags.includes('-O1'), measuredIn(found).length > 0]).toEqual([
			true,
			true
		]);
		await healthy('site');
		await healthy('runner');
	},
	30 * minute
);

test(
	'the first run still exists after everything but the volumes was removed',
	async () => {
		const before = await view(first);
		await done('down', '--timeout', '30');
		await up(together);
		await healthy('site');
		expect(await view(first)).toEqual(before);
	},
	15 * minute
);

test(
	'the service runner-alone replaces a stopped runner',
	async () => {
		await done('stop', 'runner');
		// A service given by name needs no profile.
		await up([], 'runner-alone');
		await healthy('runner-alone');
		const found = await report(await begin({ stages: ['inspect'], flags: ['-O3'] }));
		expect(found.variants.filter(({ hotLoop }) => hotLoop === undefined)).toEqual([]);
		const metrics = await fetch(`http://127.0.0.1:${project.metricsPort}/metrics`);
		expect([metrics.status, await metrics.text()]).toEqual([
			200,
			expect.stringMatching(/^cyclelab_runner_/m)
		]);
	},
	20 * minute
);
