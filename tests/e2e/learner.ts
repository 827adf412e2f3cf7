/** A browser page, and a learner's acts on an exercise's page, by the visible names of controls. */
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { startMadeSite, type MadeSite } from './made-reports.ts';
import { shareNextRun } from './shared-runs.ts';

export { expect };

/**
 * Every test gets a page on the shared product, and fails if the page requests another origin, violates the content
 * security policy, or has an uncaught error in a script. `madeSite`: a site with made reports, for all files of a worker that
 * need no empty store and open few workshops, of which a site allows ten in a minute.
 */
export const test = base.extend<{ complaints: string[] }, { madeSite: MadeSite }>({
	madeSite: [
		async ({}, use) => {
			const site = await startMadeSite();
			await use(site);
			await site.stop();
		},
		{ scope: 'worker' }
	],
	baseURL: async ({}, use) => {
		const url = process.env.CYCLELAB_URL;
		if (!url) throw new Error('global-setup.ts has not started the product.');
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

/** Collects the errors of a page from now on. */
export function complaintsOf(page: Page): string[] {
	const complaints: string[] = [];
	page.on('request', (request) => {
		const { protocol, hostname } = new URL(request.url());
		const own = hostname === 'localhost' || ['data:', 'blob:'].includes(protocol);
		if (!own) complaints.push(`requested ${request.url()}`);
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

/** Opens an exercise and waits until its scripts have loaded. */
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

/** The status line of the run. */
export const status = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ });

/** Presses Run and waits until the run has finished or failed. */
export async function runToTheEnd(page: Page): Promise<void> {
	await runButton(page).click();
	await expectEnd(page);
}

/** As `runToTheEnd`, for a test that is not about the run: takes the run that another test has made of the same code. */
export async function runSharedToTheEnd(page: Page): Promise<void> {
	await shareNextRun(page);
	await runToTheEnd(page);
}

export async function expectEnd(page: Page): Promise<void> {
	await expect(page.getByText(/^Finished/).first()).toBeVisible({ timeout: 400_000 });
}

/** Runs by the keyboard and waits for the end of that run, not of an earlier run. */
export async function runByKeys(page: Page): Promise<void> {
	await page.keyboard.press('Control+Enter');
	await expectNewEnd(page);
}

/** After a key press: waits for the end of the run that it started. */
export async function expectNewEnd(page: Page): Promise<void> {
	await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
	await expectEnd(page);
}

/**
 * Runs again, as a learner would, while the page shows that a finished run was too noisy for `answer`. After three noisy
 * runs the test is skipped, because noise of the machine is not a bug.
 */
export async function runAgainUntil(
	page: Page,
	answer: Locator,
	tooNoisy: Locator,
	runAgain = () => runOnceMore(page)
): Promise<void> {
	for (let again = 0; ; again++) {
		await expect(answer.or(tooNoisy).first()).toBeVisible();
		if (await answer.isVisible()) return;
		test.skip(again === 2, 'Three runs were too noisy on this machine.');
		await runAgain();
	}
}

async function runOnceMore(page: Page): Promise<void> {
	await runButton(page).click();
	await expectNewEnd(page);
}

/** Presses Run until the page has a verdict on the prediction. */
export async function runUntilMeasured(page: Page): Promise<void> {
	await runOnceMore(page);
	await runAgainUntilMeasured(page);
}

/** After a run: runs again until the page has a verdict on the prediction. */
export async function runAgainUntilMeasured(page: Page): Promise<void> {
	const none = page.getByText(/were not both measured/);
	await runAgainUntil(page, page.getByText(/^Measured .*×/), none);
}

/**
 * Clicks what may be there, at the moment of looking: between a look and a click of their own the page could take it away, and the
 * click would wait for it to the end of the test.
 */
async function clickIfVisible(control: Locator): Promise<void> {
	await control.evaluateAll((all) => {
		for (const element of all)
			if (element instanceof HTMLElement && element.checkVisibility()) element.click();
	});
}

/** Opens a part of the page that a first exercise folds; elsewhere it is not folded. `shown`: what is in it. */
export async function unfold(page: Page, summary: string, shown: Locator): Promise<void> {
	const folded = page.locator('summary').getByText(summary, { exact: true });
	await expect(folded.or(shown).first()).toBeVisible();
	await clickIfVisible(folded);
}

/** Opens the editor on the shown variant, if it is not open as in free play, and replaces its text, by keyboard. */
export async function edit(page: Page, source: string): Promise<void> {
	const editor = page.getByRole('textbox', { name: /^Source of/ });
	const open = page.getByRole('button', { name: 'Edit', exact: true });
	await expect(open.or(editor).first()).toBeEnabled();
	await clickIfVisible(open);
	await editor.focus();
	await page.keyboard.press('Control+A');
	await page.keyboard.insertText(source);
}

/** The cells of a column of the comparison's table, by its heading, without the heading. */
export async function column(page: Page, heading: RegExp): Promise<string[]> {
	const comparison = page.locator('section[aria-labelledby=compare]');
	const table = comparison.getByRole('table').first();
	const headings = await table.getByRole('columnheader').allInnerTexts();
	const at = headings.findIndex((text) => heading.test(text));
	// The first column heading belongs to the row headings, which are no cells.
	const rows = await table.getByRole('row').all();
	const cells = await Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()));
	return cells.filter((texts) => texts.length >= at).map((texts) => texts[at - 1] ?? '');
}

/**
 * axe's findings on the page's present state, by all of its rules, or on a part of the page, perhaps by some. Only findings are listed in full,
 * axe is loaded once for each document, and it judges a page without frames in that page: in a new page of its own, as it must
 * with frames of other origins, a call took five times the processor time.
 */
export async function complaintsOfAxe(page: Page, part?: { within: string; rules?: string[] }) {
	const hasFrames = page.frames().length > 1;
	const isLoaded = !hasFrames && (await page.evaluate(() => 'axe' in window));
	const builder = new AxeBuilder({ page, ...(isLoaded ? { axeSource: 'undefined' } : {}) });
	builder.options({ resultTypes: ['violations'] }).setLegacyMode(!hasFrames);
	if (part) builder.include(part.within);
	if (part?.rules) builder.withRules(part.rules);
	const { violations } = await builder.analyze();
	return violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target) }));
}
