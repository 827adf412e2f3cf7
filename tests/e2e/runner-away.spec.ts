import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startRunner, type Environment } from '../faults/processes.ts';
import { startProduct, type EndToEndProduct } from './product.ts';
import {
	expect,
	expectEnd,
	open,
	runButton,
	storeForwarding,
	test,
	workingSet
} from './learner.ts';

let product: EndToEndProduct;
test.beforeAll(async () => {
	product = await startProduct({ runner: false });
});
test.afterAll(async () => {
	await product.stop();
});

/** Starts a separate runner for the product. */
async function connect(env: Environment = {}) {
	const { dataDir, port } = product;
	const token = await readFile(join(dataDir, 'runner-token'), 'utf8');
	const site = { SITE_URL: `http://127.0.0.1:${port}`, RUNNER_TOKEN: token.trim() };
	return startRunner(`e2e-${port}`, { ...site, ...env });
}

test('without a runner the page shows a notice, and the run starts when a runner connects', async ({
	page
}) => {
	test.slow();
	await open(page, product.url + storeForwarding);
	await expect(page.getByText('no x86-64 runner for this').first()).toBeVisible();
	await runButton(page).click();
	await expect(page.getByText(/No x86-64 runner is connected/).first()).toBeVisible();
	const runner = await connect();
	try {
		await expectEnd(page);
	} finally {
		await runner.end('SIGTERM');
	}
});

test('a run whose runner is killed finishes after the runner’s restart', async ({ page }) => {
	test.slow();
	const first = await connect();
	try {
		await open(page, product.url + workingSet);
		await runButton(page).click();
		await expect(page.getByText(/[1-9]\d* of \d+ points/).first()).toBeVisible();
	} finally {
		await first.end('SIGKILL');
	}
	const second = await connect();
	try {
		await expectEnd(page);
	} finally {
		await second.end('SIGTERM');
	}
});

test('a runner without a Docker Engine is shown as such and takes no runs', async ({ page }) => {
	const runner = await connect({ DOCKER_HOST: 'unix:///nowhere/docker.sock' });
	try {
		// This page follows who is connected; an exercise's page has who was connected when it was opened.
		await page.goto(`${product.url}/runners`);
		await expect(page.getByText(/^Takes no runs since .*Docker Engine/)).toBeVisible();
		await open(page, product.url + storeForwarding);
		await expect(page.getByText('takes no runs').first()).toBeVisible();
	} finally {
		await runner.end('SIGTERM');
	}
});

test('the page about runners shows a runner that connects and disconnects, without a reload', async ({
	page
}) => {
	await page.goto(`${product.url}/runners`);
	const none = page.getByText('No runner is connected, so nothing can be run.');
	await expect(none).toBeVisible();
	const runner = await connect({ DOCKER_HOST: 'unix:///nowhere/docker.sock' });
	try {
		const table = page.getByRole('table', { name: 'All connected runners' });
		await expect(table.getByRole('cell', { name: 'takes no runs' })).toBeVisible();
	} finally {
		await runner.end('SIGTERM');
	}
	await expect(none).toBeVisible();
});
