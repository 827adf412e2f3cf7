/** A browser page, and what a learner does on an exercise's page, by the names a learner sees. */
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';

export { expect };

/**
 * Every test gets a page on the shared product, and fails if the browser was told to fetch anything from
 * elsewhere, if the content security policy was violated, or if a script threw.
 */
export const test = base.extend<{ complaints: string[] }>({
	baseURL: async ({}, use) => {
		const url = process.env.CYCLELAB_URL;
		if (!url) throw new Error('global-setup.ts has not started the product');
		await use(url);
	},
	complaints: [
		async ({ page }, use) => {
			const complaints = complaintsOf(page);
			await use(complaints);
			expect(complaints).toEqual([]);
		},
		{ auto: true }
	]
});

/** What goes wrong on a page from now on, as it goes wrong. */
export function complaintsOf(page: Page): string[] {
	const complaints: string[] = [];
	page.on('request', (request) => {
		const { protocol, hostname } = new URL(request.url());
		const own = hostname === 'localhost' || ['data:', 'blob:'].includes(protocol);
		if (!own) complaints.push(`asked ${request.url()}`);
	});
	page.on('console', (message) => {
		if (/Content Security Policy/i.test(message.text())) complaints.push(message.text());
	});
	page.on('pageerror', (error) => complaints.push(`${error}`));
	return complaints;
}

export const storeForwarding = '/exercises/store-forwarding';
export const workingSet = '/exercises/cache-working-set';
export const whatIsACycle = '/exercises/what-is-a-cycle';

export const runButton = (page: Page) => page.getByRole('button', { name: /^Run( again)?\b/ });

/** Opens an exercise and waits until it listens to the learner. */
export async function open(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await expect(runButton(page)).toBeEnabled();
}

/** Commits to a prediction, a ratio. */
export async function predict(page: Page, ratio: number): Promise<void> {
	await page.getByRole('spinbutton', { name: 'Your prediction, as a ratio' }).fill(`${ratio}`);
	await page.getByRole('button', { name: 'Commit to it' }).click();
	await expect(page.getByRole('heading', { name: 'You predicted' })).toBeVisible();
}

/** The sentence that says where the run is. */
export const status = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ });

/** Presses Run and waits for the end, whatever it is. */
export async function runToTheEnd(page: Page): Promise<void> {
	await runButton(page).click();
	await expectEnd(page);
}

export async function expectEnd(page: Page): Promise<void> {
	await expect(page.getByText(/^Finished/)).toBeVisible({ timeout: 100_000 });
}

/** Runs by the keyboard and waits for the end of that run, not of one before it. */
export async function runByKeys(page: Page): Promise<void> {
	await page.keyboard.press('Control+Enter');
	await expectNewEnd(page);
}

/** After a press: the end of the run it began. */
export async function expectNewEnd(page: Page): Promise<void> {
	await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
	await expectEnd(page);
}

/**
 * Where a finished run was too noisy to give the answer, and the page says so, it is run again, as a learner would. The
 * neighbours of a machine are nobody's bug: noise of three runs leaves the rest of a test undone, and it counts as skipped.
 */
export async function runAgainUntil(page: Page, answer: Locator, tooNoisy: Locator): Promise<void> {
	for (let again = 0; ; again++) {
		await expect(answer.or(tooNoisy).first()).toBeVisible();
		if (await answer.isVisible()) return;
		test.skip(again === 2, 'Three runs were too noisy for this machine to tell.');
		await runButton(page).click();
		await expectNewEnd(page);
	}
}

/** Presses Run until the prediction has its answer. */
export async function runUntilMeasured(page: Page): Promise<void> {
	await runButton(page).click();
	await expectNewEnd(page);
	await runAgainUntilMeasured(page);
}

/** After a run: as often again as the prediction has no answer. */
export async function runAgainUntilMeasured(page: Page): Promise<void> {
	const none = page.getByText(/were not both measured/);
	await runAgainUntil(page, page.getByText(/^Measured .*×/), none);
}

/** Opens the editor on the variant shown and replaces its text, by keyboard. */
export async function edit(page: Page, source: string): Promise<void> {
	await page.getByRole('button', { name: 'Edit', exact: true }).click();
	const editor = page.getByRole('textbox', { name: /^Source of/ });
	await editor.focus();
	await page.keyboard.press('Control+A');
	await page.keyboard.insertText(source);
}

/** The cells of a table's column, by its heading, without the heading. */
export async function column(page: Page, heading: RegExp): Promise<string[]> {
	const table = page.getByRole('table').first();
	const headings = await table.getByRole('columnheader').allInnerTexts();
	const at = headings.findIndex((text) => heading.test(text));
	// The first heading is the row headings' own; cells start after it.
	const rows = await table.getByRole('row').all();
	const cells = await Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()));
	return cells.filter((texts) => texts.length >= at).map((texts) => texts[at - 1] ?? '');
}

/** What axe finds wrong on the page as it is now. */
export async function complaintsOfAxe(page: Page) {
	const { violations } = await new AxeBuilder({ page }).analyze();
	return violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target) }));
}
