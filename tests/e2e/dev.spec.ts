/** `npm run dev`: a changed page is shown without a reload, and a changed file of the server restarts the site alone. */
import { utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freePort } from '../free-port.ts';
import { expect, test as learner } from './learner.ts';
import { startProduct, type EndToEndProduct } from './product.ts';

/** Vite's own script starts a worker that the policy of pages refuses, which is no fault of a page. */
const test = learner.extend({ complaints: async ({}, use) => use([]) });

const root = dirname(dirname(import.meta.dirname));
let product: EndToEndProduct;

test.beforeAll(async () => {
	const env = { CYCLELAB_CHANGES_PORT: `${await freePort()}` };
	product = await startProduct({ runner: false, task: 'dev', env });
});
test.afterAll(async () => {
	expect(await product.stop()).toBe(0);
});

/** Changes only a file's time: watchers report it, and the working tree stays unchanged. */
const touch = (file: string) => utimes(join(root, file), new Date(), new Date());

test('`npm run dev` shows a changed page without a reload, and restarts the site after a changed server file', async ({
	page
}) => {
	const messages: string[] = [];
	page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
	await page.goto(`${product.url}/glossary`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Glossary');
	await expect.poll(() => messages).toContain('debug: [vite] connected.');

	// Vite compares the compiled output of Svelte files, but only the time of other modules.
	// Vite updates only modules that the page has loaded, which may take longer than its connection: touched until then.
	await expect
		.poll(async () => {
			await touch('site/src/lib/glossary/all-terms.ts');
			return messages.filter((line) => line.includes('[vite] hot updated:'));
		})
		.not.toEqual([]);
	expect(messages.filter((line) => line.startsWith('error'))).toEqual([]);

	await touch('site/server/http/app.ts');
	await expect
		.poll(() => product.output())
		.toContain('site/server/http/app.ts changed: the site restarts.');
	await expect
		.poll(async () => (await fetch(product.url).catch(() => undefined))?.status)
		.toBe(200);
	expect(product.output()).not.toContain('the runner restarts');
});
