/**
 * `setup/helm` and `setup/terraform` name what the site, its image and docker-compose.yml have. Where Helm and Terraform are
 * installed, they read them as well: CONTRIBUTING.md, "Long tests".
 */
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { load, loadAll } from 'js-yaml';
import { SiteConfig } from '@cyclelab/site/server/base/config.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { serveHttp } from './http-server.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const all = (text: string, pattern: RegExp) =>
	[...text.matchAll(pattern)].map(([, found]) => found);
const has = (program: string) => spawnSync(program, ['version']).status === 0;

const folder = mkdtempSync(join(tmpdir(), 'cyclelab-deployment-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the chart', () => {
	const template = read('setup/helm/templates/site.yaml');

	test('sets settings of the site, asks its addresses, and is its image’s user', () => {
		const names = all(template, /name: ([A-Z_]+),/g);
		const settings = Object.keys(SiteConfig.shape).flatMap((name) => [name, `${name}_FILE`]);
		expect(names.length).toBeGreaterThan(4);
		expect(names.filter((name) => !settings.includes(name ?? ''))).toEqual([]);
		expect(all(template, /httpGet: \{ path: (\S+),/g)).toEqual(['/livez', '/livez', '/healthz']);
		const [uid] = all(read('images/product/Dockerfile'), /useradd --system --uid (\d+)/g);
		expect(all(template, /runAsUser: (\d+)/g)).toEqual([uid]);
	});

	test('has the version of the site', () => {
		const { version } = JSON.parse(read('package.json'));
		expect(load(read('setup/helm/Chart.yaml'))).toMatchObject({ version, appVersion: version });
	});

	const helm = (...set: string[]) =>
		spawnSync(
			'helm',
			['template', 'x', join(root, 'setup/helm'), '--kube-version', '1.33'].concat(
				set.flatMap((value) => ['--set', value])
			),
			{ encoding: 'utf8' }
		);

	test.skipIf(!has('helm'))('is what Helm makes of it', () => {
		expect(helm().stderr).toMatch(/origin is the site's public address, such as https/);
		const set = ['origin=https://cycles.example', 'ingress.host=cycles.example'];
		const made = (text: string) =>
			loadAll(text).map((object) => `${(object as { kind: string }).kind}`);
		const usual = ['PodDisruptionBudget', 'Service', 'Deployment', 'HorizontalPodAutoscaler'];
		expect(made(helm(...set).stdout)).toEqual([...usual, 'Ingress', 'Cluster']);
		const given = helm(
			...set,
			'database.operator=false',
			'ingress.enabled=false',
			'podMonitor=true'
		);
		expect(given.stderr).toMatch(/database\.secret names a secret/);
		const withSecret = helm(
			...set,
			'database.operator=false',
			'database.secret=elsewhere',
			'ingress.enabled=false',
			'podMonitor=true'
		).stdout;
		expect(made(withSecret)).toEqual([...usual, 'PodMonitor']);
		expect(withSecret).toContain('secret: { secretName: elsewhere,');
	});
});

describe('the group of runners', () => {
	const main = read('setup/terraform/main.tf');
	const cloudInit = read('setup/terraform/cloud-init.yaml');

	test('gives cloud-init its values, and Compose settings that it reads', () => {
		const [, given = ''] = /cloud-init\.yaml", \{([^}]*)\}/.exec(main) ?? [];
		const wanted = all(cloudInit, /\$\{(?:trimprefix\()?(\w+)/g);
		expect(all(given, /(\w+) +=/g).sort()).toEqual([...new Set(wanted)].sort());
		const compose = read('docker-compose.yml');
		const settings = all(cloudInit, /echo ["']([A-Z_]+)=/g);
		expect(settings.length).toBeGreaterThan(4);
		for (const name of settings)
			expect(compose).toMatch(new RegExp(`\\$\\{${name}\\b|^ +${name}:$`, 'm'));
		const rendered = load(cloudInit.replaceAll(/\$\{[^}]*\}/g, 'x'));
		expect(rendered).toMatchObject({
			write_files: [{ path: '/usr/local/sbin/cyclelab-runner', permissions: '0700' }],
			runcmd: [expect.any(Array), ['/usr/local/sbin/cyclelab-runner']]
		});
		const [{ content = '' } = {}] = (rendered as { write_files: { content: string }[] })
			.write_files;
		expect(spawnSync('bash', ['-n'], { input: content, encoding: 'utf8' }).stderr).toBe('');
	});

	/** A folder with Terraform's provider for AWS, as `terraform providers mirror` writes it. */
	const plugins = process.env['CYCLELAB_TERRAFORM_PLUGINS'];
	test.skipIf(plugins === undefined || !has('terraform'))(
		'is valid for Terraform',
		() => {
			const copy = join(folder, 'terraform');
			cpSync(join(root, 'setup/terraform'), copy, { recursive: true });
			for (const words of [
				['fmt', '-check'],
				['init', '-input=false', `-plugin-dir=${plugins}`],
				['validate']
			]) {
				const ended = spawnSync('terraform', words, { cwd: copy, encoding: 'utf8' });
				expect([words, ended.status, ended.stderr]).toEqual([words, 0, expect.any(String)]);
			}
		},
		60_000
	);

	test('grows with the waiting runs of its class, as one process of the site counts them', async () => {
		const asked: (string | undefined)[] = [];
		const site = await serveHttp((request, response) => {
			asked.push(`${request.url} ${request.headers.authorization}`);
			response.end(
				'# TYPE cyclelab_store_runs_waiting gauge\ncyclelab_store_runs_waiting{class="x86-64"} 7\ncyclelab_store_runs_waiting{class="arm64"} 2\ncyclelab_runs_running 3\n'
			);
		});
		// The command line of AWS, which prints what it is asked.
		writeFileSync(join(folder, 'aws'), '#!/bin/sh\necho "$@"\n');
		chmodSync(join(folder, 'aws'), 0o755);
		const published = async (...words: string[]) =>
			(
				await promisify(execFile)(join(root, 'setup/terraform/publish-waiting.sh'), words, {
					env: {
						PATH: `${folder}:${process.env['PATH']}`,
						SITE: site.url,
						METRICS_TOKEN: 'metrics'
					}
				})
			).stdout;
		const sent = (of: string, value: number) =>
			`cloudwatch put-metric-data --namespace Cyclelab --metric-name RunsWaiting --unit Count --dimensions Class=${of} --value ${value}\n`;
		expect(await published()).toBe(sent('x86-64', 7));
		expect(await published('arm64')).toBe(sent('arm64', 2));
		expect(asked).toEqual(['/metrics Bearer metrics', '/metrics Bearer metrics']);
		await site.close();
		expect(main).toMatch(/namespace += "Cyclelab"\n\s+metric_name = "RunsWaiting"/);
	});
});
