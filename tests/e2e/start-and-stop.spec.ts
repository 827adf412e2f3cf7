import { readdirSync, readFileSync } from 'node:fs';
import Docker from 'dockerode';
import { healthOf, startProduct } from './product.ts';
import { expect, test } from './learner.ts';

type ProductProcess = { pid: number; commandLine: string };

/** Processes whose environment has this product's data folder: site, runner, embedded PostgreSQL. */
function found(dataDir: string): ProductProcess[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.flatMap((pid) => {
			try {
				const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
				const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
				return (environment + commandLine).includes(dataDir)
					? [{ pid: Number(pid), commandLine }]
					: [];
			} catch {
				return [];
			}
		});
}

/** Containers of this product's runner, whose name has the port. */
const containersOf = (port: number) =>
	new Docker().listContainers({
		all: true,
		filters: { label: [`org.cyclelab.owner=e2e-${port}`] }
	});

test('a killed site is started again with its runs, its runner reconnects, and Ctrl+C ends all of it', async () => {
	test.slow();
	const product = await startProduct({ runner: true });
	const site = found(product.dataDir).find(({ commandLine }) =>
		commandLine.includes('site/server/main.ts')
	);
	const asked = await fetch(`${product.url}/api/runs`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ exercise: 'what-is-a-cycle', stages: ['inspect'], models: 'host' })
	});
	expect(asked.status).toBe(202);
	const { id } = await asked.json();
	expect(site).toBeDefined();
	process.kill(site?.pid ?? 0, 'SIGKILL');
	await expect
		.poll(product.output)
		.toMatch(/The site ended unexpectedly \(signal SIGKILL\); it starts again in [\d.]+ s\./);
	const stateOf = async () => {
		const answer = await fetch(`${product.url}/api/runs/${id}`).catch(() => undefined);
		return answer?.ok ? (await answer.json()).state : undefined;
	};
	await expect.poll(stateOf).toBe('finished');
	expect((await healthOf(product.url))?.runners).toBe(1);
	expect(await containersOf(product.port)).not.toEqual([]);
	expect(await product.stop('SIGINT')).toBe(0);
	expect(product.output()).toContain('Stopping.');
	expect(await healthOf(product.url)).toBeUndefined();
	expect(found(product.dataDir)).toEqual([]);
	expect(await containersOf(product.port)).toEqual([]);
});
