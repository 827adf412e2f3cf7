import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startRunner, type Environment } from '../faults/processes.ts';
import { startProduct, type EndToEndProduct } from './product.ts';
import { expect, expectEnd, open, runButton, storeForwarding, test } from './learner.ts';

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

test('a run waits for a runner, and finishes although its runner is killed and starts again', async ({
	page
}) => {
	test.slow();
	await open(page, product.url + storeForwarding);
	await expect(page.getByText('no x86-64 runner for this').first()).toBeVisible();
	await runButton(page).click();
	await expect(page.getByText(/No x86-64 runner is connected/).first()).toBeVisible();
	const first = await connect();
	try {
		// A stage of the run: the runner has it. On a quiet machine it may be over before anybody looks.
		const stage = page.getByRole('list', { name: 'Progress' }).locator('[aria-current=step]');
		await expect(stage.or(page.getByText(/^Finished/)).first()).toBeVisible();
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

test('a runner without a Docker Engine is shown without a reload, takes no runs, and goes', async ({
	page,
	context
}) => {
	await page.goto(`${product.url}/runners`);
	const none = page.getByText('No runner is connected, so nothing can be run.');
	await expect(none).toBeVisible();
	const exercise = await context.newPage();
	await open(exercise, product.url + storeForwarding);
	await expect(exercise.getByText('no x86-64 runner for this').first()).toBeVisible();
	const runner = await connect({ DOCKER_HOST: 'unix:///nowhere/docker.sock' });
	try {
		const table = page.getByRole('table', { name: 'All connected runners' });
		await expect(table.getByRole('cell', { name: 'takes no runs' })).toBeVisible();
		await expect(page.getByText(/^Takes no runs since .*Docker Engine/)).toBeVisible();
		await expect(exercise.getByText('takes no runs').first()).toBeVisible();
		await exercise.close();
	} finally {
		await runner.end('SIGTERM');
	}
	await expect(none).toBeVisible();
});
