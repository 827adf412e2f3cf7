/** Production as docker-compose.yml describes it: built, started, used, restarted and removed with a real Compose. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from '@cyclelab/runner/schema/report';
import { ownerLabel } from '../../runner/src/sandbox/profile.ts';
import { imageNames, imageTag } from '@cyclelab/images/build';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProject, type Project } from './compose.ts';

const minute = 60_000;
let project: Project;
/** The first run, which has to be there to the end. */
let first = '';

/** Asks until `check` gives something. */
async function until<T>(check: () => Promise<T | undefined>, what: string, within: number) {
	for (const since = performance.now(); performance.now() - since < within; await pause(500)) {
		const found = await check().catch(() => undefined);
		if (found !== undefined) return found;
	}
	throw new Error(`${what} did not happen within ${within / 1000} s.\n${await state()}`);
}

const state = async () =>
	`${(await project.compose('ps')).output}\n${(await project.compose('logs', '--tail=30')).output}`;

async function done(...words: string[]): Promise<string> {
	const { code, output } = await project.compose(...words);
	if (code !== 0) throw new Error(`compose ${words.join(' ')} ended with ${code}\n${output}`);
	return output;
}

/** What the engine says about the container of a service. */
async function inspect(service: string) {
	const label = [ofProject(), `com.docker.compose.service=${service}`];
	const [found] = await project.docker.listContainers({ all: true, filters: { label } });
	if (!found) throw new Error(`there is no ${service}`);
	return project.docker.getContainer(found.Id).inspect();
}

/** Compose's own label of everything that belongs to the project. */
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

test('without a token nothing starts, and the sentence names it', async () => {
	const { code, output } = await project.compose('--env-file', 'empty.env', 'config');
	expect(code).not.toBe(0);
	expect(output).toMatch(/RUNNER_TOKEN is not set\. See the first lines of docker-compose\.yml/);
});

test(
	'site, store and runner are built from our own files and become healthy',
	async () => {
		await done('build');
		await done('up', '-d', '--no-build');
		for (const service of ['store', 'site', 'runner']) await healthy(service);
		const health = await (await fetch(`${project.url}/healthz`)).json();
		expect(health).toEqual({ status: 'ok', runners: 1 });
	},
	60 * minute
);

test(
	'the sandbox images of this machine are found, not made again',
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

test('no service may do more than it must', async () => {
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
	'a run is measured, and only operators are told about it',
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
		expect([told.status, await told.text()]).toEqual([200, expect.stringContaining('1 finished')]);
	},
	6 * minute
);

test(
	'a run in hand when the site is restarted is finished all the same',
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
	'after everything was removed but the volumes, the first run is still there',
	async () => {
		const before = await view(first);
		await done('down', '--timeout', '30');
		await done('up', '-d', '--no-build');
		await healthy('site');
		expect(await view(first)).toEqual(before);
	},
	15 * minute
);

test(
	'a runner alone takes the place of the one that stopped',
	async () => {
		await done('stop', 'runner');
		await done('up', '-d', '--no-build', 'runner-alone');
		await healthy('runner-alone');
		const found = await report(await begin({ stages: ['inspect'], flags: ['-O3'] }));
		expect(found.variants.filter(({ hotLoop }) => hotLoop === undefined)).toEqual([]);
	},
	20 * minute
);
