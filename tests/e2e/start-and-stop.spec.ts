import { readdirSync, readFileSync } from 'node:fs';
import Docker from 'dockerode';
import { healthOf, startProduct } from './product.ts';
import { expect, test } from './learner.ts';

/** Processes whose environment names this product's data folder: the site, the runner, the embedded server. */
function processesOf(dataDir: string): string[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.flatMap((pid) => {
			try {
				const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
				const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
				return (environment + commandLine).includes(dataDir) ? [commandLine] : [];
			} catch {
				return [];
			}
		});
}

/** Containers of this product's runner, which is named after its port. */
const containersOf = (port: number) =>
	new Docker().listContainers({
		all: true,
		filters: { label: [`org.cyclelab.owner=e2e-${port}`] }
	});

test('Ctrl+C stops everything that a start has started: no process, no container is left', async () => {
	test.slow();
	const product = await startProduct({ runner: true });
	expect(processesOf(product.dataDir).length).toBeGreaterThanOrEqual(3);
	expect(await containersOf(product.port)).not.toEqual([]);
	const code = await product.stop('SIGINT');
	expect(product.said()).toContain('Stopping.');
	expect(code).toBe(0);
	expect(processesOf(product.dataDir)).toEqual([]);
	expect(await containersOf(product.port)).toEqual([]);
	expect(await healthOf(product.url)).toBeUndefined();
});

test('a start that is killed takes the site and the runner with it', async () => {
	test.slow();
	const product = await startProduct({ runner: true });
	process.kill(product.pid, 'SIGKILL');
	await expect.poll(() => processesOf(product.dataDir), { timeout: 30_000 }).toEqual([]);
	await product.stop();
});
