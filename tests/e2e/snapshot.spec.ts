import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, open, predict, runSharedToTheEnd, storeForwarding, test } from './learner.ts';
import { expectReadable } from './looks.ts';
import { keep, measured } from './kept.ts';

test('another person who opens a shared run sees the same results, with their machine, compiler and flags', async ({
	page,
	browser,
	baseURL
}) => {
	await open(page, storeForwarding);
	await predict(page, 2);
	await runSharedToTheEnd(page);
	await page.getByRole('button', { name: 'Share' }).click();
	const note = await page.getByText(/Permanent page: http/).innerText();
	const address = /http\S+/.exec(note)?.[0] ?? '';
	// The lesson's table of events has such a row, too, behind the results.
	const row = page.getByRole('row', { name: /One word, read as a word/ }).first();
	const seen = await row.getByRole('cell').allInnerTexts();

	const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
	const other = await context.newPage();
	await other.goto(address);
	await expect(other.getByText(/^Kept on .*This page never changes/)).toBeVisible();
	// The browser itself reads a large report.
	const cells = other.getByRole('row', { name: /One word, read as a word/ }).getByRole('cell');
	await expect(cells).toHaveCount(seen.length);
	expect(await cells.allInnerTexts()).toEqual(seen);
	const from = other.getByLabel('Where these numbers come from');
	await expect(from).toContainText(/Clang 22 \(22\.\S+\)/);
	await expect(from).toContainText(/llvm-mca 22/);
	await expect(from).toContainText(/-O2/);
	await expect(other.getByRole('grid', { name: /^Assembly of/ })).toBeVisible();
	const raw = await (await other.request.get(`${address}.json`)).json();
	expect(raw.report.variants[0].points[0].measured.raw.length).toBeGreaterThan(5);
	await context.close();
});

test('an address with lines of a variant’s code opens at these lines', async ({
	page,
	request
}) => {
	const id = await keep(request);
	await page.goto(`/s/${id}`);
	await page.getByRole('tab', { name: 'Four bytes, read as a word' }).click();
	const assembly = page.getByRole('grid', { name: /^Assembly of/ });
	// A click before the scripts have loaded would be lost.
	await expect(page.getByRole('button', { name: 'Run now' })).toBeEnabled();
	await assembly.getByRole('row', { name: /^5 / }).click();
	await assembly.getByRole('row', { name: /^7 / }).click({ modifiers: ['Shift'] });
	await expect(page).toHaveURL(/\?variant=bytes#asm=5-7$/);
	await expect(page.getByText('now leads to lines 5 to 7 of the assembly')).toBeVisible();

	const address = page.url();
	await page.goto('/');
	await page.goto(address);
	await expect(page.getByRole('tab', { selected: true })).toHaveText(/Four bytes, read as a word/);
	const marked = page.locator('tr.marked');
	await expect(marked).toHaveCount(3);
	await expect(marked.first()).toBeInViewport();
	await page.getByRole('link', { name: 'Link to this loop' }).click();
	await expect(page).toHaveURL(/#loop$/);
	await expect(page.getByText('now leads to the hot loop')).toBeVisible();

	await page.goto(`/s/${id}#source=3`);
	await expect(page.getByRole('grid', { name: /^Source of/ }).locator('tr.marked')).toHaveText(
		/^\s*3/
	);
});

test('a snapshot’s code can be run again and is compared with the snapshot', async ({
	page,
	request
}) => {
	const id = await keep(request, measured);
	await page.goto(`/s/${id}`);
	const then = await (await request.get(`/api/snapshots/${id}`)).json();
	await page.getByRole('button', { name: 'Run now' }).click();
	const beside = page.getByRole('region', { name: 'Then and now', exact: true });
	// After a whole run, which takes minutes beside other work.
	await expect(beside.getByText('The machine code is the same.')).toBeVisible({ timeout: 300_000 });
	const row = beside.getByRole('row', { name: /^One word, read as a word/ });
	await expect(row).toHaveText(/faster|slower|no difference above|too noisy to compare/);
	await expect(row).toHaveText(/×/);
	// The snapshot itself is unchanged.
	expect(await (await request.get(`/api/snapshots/${id}`)).json()).toEqual(then);
});

test('a shared run that the operator deletes is gone at each of its addresses', async ({
	page,
	request,
	baseURL
}) => {
	const data = process.env.CYCLELAB_E2E_DATA;
	test.skip(data === undefined, 'the product at CYCLELAB_URL has its data elsewhere');
	const id = await keep(request, { variants: ['word'] });
	const address = `${baseURL}/s/${id}`;
	const addresses = [
		`/api/snapshots/${id}`,
		`/s/${id}`,
		...['md', 'txt', 'json', 'csv', 'svg', 'png'].map((format) => `/s/${id}.${format}`),
		`/embed/s/${id}`,
		`/oembed?url=${encodeURIComponent(address)}`
	];
	const statuses = async () => {
		const all: [string, number][] = [];
		for (const address of addresses) all.push([address, (await request.get(address)).status()]);
		return all;
	};
	expect(await statuses()).toEqual(addresses.map((address) => [address, 200]));
	const script = join(import.meta.dirname, '../../site/server/snapshot-command.ts');
	const env = { ...process.env, DATA_DIR: data };
	expect(execFileSync(process.execPath, [script, address], { env }).toString()).toContain(
		`The shared run ${id} (\"Store forwarding\") is deleted.`
	);
	expect(await statuses()).toEqual(addresses.map((address) => [address, 410]));
	const { code, message } = await (await request.get(`/api/snapshots/${id}`)).json();
	expect(code).toBe('GONE');
	await page.goto(address);
	await expect(page.getByRole('heading', { name: 'Deleted' })).toBeVisible();
	await expect(page.getByText(message)).toBeVisible();
});

test('axe finds nothing on a snapshot and in its frame, and neither scrolls horizontally', async ({
	page,
	request
}) => {
	test.slow();
	const id = await keep(request, measured);
	await page.goto(`/s/${id}`);
	await expect(page.getByRole('heading', { name: 'For a review' })).toBeVisible();
	await expectReadable('a kept run', page);
	await page.goto(`/embed/s/${id}`);
	await expectReadable('its frame', page);
	await page.getByRole('button', { name: 'Show without predicting' }).click();
	await expectReadable('its frame with the numbers', page);
});
