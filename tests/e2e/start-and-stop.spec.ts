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
const processesOf = (dataDir: string) => found(dataDir).map(({ commandLine }) => commandLine);
const pidsOf = (dataDir: string, entry: string) =>
	found(dataDir).flatMap(({ pid, commandLine }) => (commandLine.includes(entry) ? [pid] : []));

/** Containers of this product's runner, whose name has the port. */
const containersOf = (port: number) =>
	new Docker().listContainers({
		all: true,
		filters: { label: [`org.cyclelab.owner=e2e-${port}`] }
	});

test('Ctrl+C ends every process and container of `npm start`', async () => {
	test.slow();
	const product = await startProduct({ runner: true });
	expect(processesOf(product.dataDir).length).toBeGreaterThanOrEqual(3);
	expect(await containersOf(product.port)).not.toEqual([]);
	const code = await product.stop('SIGINT');
	expect(product.output()).toContain('Stopping.');
	expect(code).toBe(0);
	expect(processesOf(product.dataDir)).toEqual([]);
	expect(await containersOf(product.port)).toEqual([]);
	expect(await healthOf(product.url)).toBeUndefined();
});

test('a killed site is started again with its runs, and its runner reconnects', async () => {
	test.slow();
	const product = await startProduct({ runner: true });
	const [site] = pidsOf(product.dataDir, 'site/server/main.ts');
	const asked = await fetch(`${product.url}/api/runs`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ exercise: 'what-is-a-cycle', stages: ['inspect'], models: 'host' })
	});
	expect(asked.status).toBe(202);
	const { id } = await asked.json();
	process.kill(site ?? 0, 'SIGKILL');
	await expect
		.poll(product.output, { timeout: 30_000 })
		.toMatch(/The site ended unexpectedly \(signal SIGKILL\); it starts again in [\d.]+ s\./);
	const stateOf = async () => {
		const answer = await fetch(`${product.url}/api/runs/${id}`).catch(() => undefined);
		return answer?.ok ? (await answer.json()).state : undefined;
	};
	await expect.poll(stateOf, { timeout: 90_000 }).toBe('finished');
	expect((await healthOf(product.url))?.runners).toBe(1);
	expect(await product.stop('SIGINT')).toBe(0);
	expect(processesOf(product.dataDir)).toEqual([]);
});

test('killing `npm start` ends the site and the runner', async () => {
	test.slow();
	const product = await startProduct({ runner: true });
	process.kill(product.pid, 'SIGKILL');
	await expect.poll(() => processesOf(product.dataDir), { timeout: 30_000 }).toEqual([]);
	await product.stop();
});
