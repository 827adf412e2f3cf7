import type { Page } from '@playwright/test';
import { expect, open, runButton, storeForwarding, test, whatIsACycle } from './learner.ts';
import { keep } from './kept.ts';

/**
 * Delays every script, as a slow network does. Until the returned function is called, the page has to work without its
 * scripts.
 */
async function holdScripts(page: Page): Promise<() => void> {
	let release = () => {};
	const released = new Promise<void>((resolve) => (release = resolve));
	await page.route('**/_app/**/*.js', async (route) => {
		await released;
		await route.continue();
	});
	return release;
}

/** Opens a page before its scripts are loaded. */
const see = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' });

/** Enabled controls, except in forms that a browser sends without scripts, and choices shown by CSS alone: of figures and of timelines' rows. */
const usable = (page: Page) =>
	page
		.locator('button, input, select, textarea, [role=grid]')
		.and(page.locator(':enabled, [role=grid]:not([aria-disabled=true])'))
		.and(page.locator(':not(form[action] *, figure input[type=radio], th input[type=radio])'))
		.evaluateAll((all) => all.map((element) => element.outerHTML));

test('before its scripts have loaded, a page has no enabled control that needs them', async ({
	page,
	request
}) => {
	test.slow();
	const id = await keep(request);
	const opened = await request.post('/api/workshops', {
		data: { title: 'Early', exercises: ['store-forwarding'], keepDays: 1 }
	});
	expect(opened.status(), await opened.text()).toBe(201);
	const { code, hostPage } = await opened.json();
	const paths = [
		'/',
		'/runners',
		'/models',
		'/glossary',
		'/progress',
		'/progress/sheet',
		'/play',
		'/workshops',
		'/w',
		storeForwarding,
		`${whatIsACycle}/attempts`,
		'/exercises/atomic-store',
		'/operate',
		'/foundations/test',
		`/s/${id}`,
		`/embed/s/${id}`,
		`/w/${code}`,
		hostPage
	];
	const release = await holdScripts(page);
	for (const path of paths) {
		await see(page, path);
		await expect(page.locator('main').first()).toBeVisible();
		expect([path, await usable(page)]).toEqual([path, []]);
	}
	release();
	await open(page, storeForwarding);
	expect((await usable(page)).length).toBeGreaterThan(5);
});

test('a click on a button, tab, select or slider takes effect once the scripts have loaded', async ({
	page
}) => {
	const release = await holdScripts(page);
	await see(page, storeForwarding);
	const theme = page.getByRole('button', { name: /^Switch to the .* theme$/ });
	const tab = page.getByRole('tab', { name: 'Four bytes, read as a word' });
	const compiler = page.getByRole('combobox', { name: 'Compiler' });
	const slider = page.getByRole('slider', { name: 'Your prediction, as a ratio' });
	for (const control of [theme, tab, compiler, slider, runButton(page)])
		await expect(control).toBeDisabled();
	// Each of these acts waits until its control is enabled, as a person does.
	const pressed = tab.click();
	release();
	await pressed;
	await expect(tab).toHaveAttribute('aria-selected', 'true');
	await slider.press('End');
	const high = await slider.inputValue();
	await slider.press('Home');
	expect(await slider.inputValue()).not.toBe(high);
	await expect(runButton(page)).toBeEnabled();
});

test('a collapsed section can be opened before the scripts have loaded, and stays open', async ({
	page,
	request
}) => {
	const id = await keep(request);
	let release = await holdScripts(page);
	await see(page, `/s/${id}`);
	await page.getByText('Markdown', { exact: true }).first().click();
	const card = page.getByRole('region', { name: 'Markdown' });
	await expect(card).toBeVisible();
	release();
	await expect(page.getByRole('button', { name: 'Run now' })).toBeEnabled();
	await expect(card).toBeVisible();

	await page.unroute('**/_app/**/*.js');
	release = await holdScripts(page);
	await see(page, whatIsACycle);
	const lesson = page.getByRole('region', { name: /^Explain/ });
	await lesson.getByRole('heading').first().click();
	const hint = page.getByText('Hint 1 of 3');
	await hint.click();
	await expect(page.getByText('Hint 2 of 3')).toBeHidden();
	release();
	await expect(runButton(page)).toBeEnabled();
	await expect(lesson.locator('.prose')).toBeVisible();
	await lesson.locator('.prose').scrollIntoViewIfNeeded();
	// The hint counts as opened, so the next hint is enabled.
	await expect(page.getByText('Hint 2 of 3')).toBeVisible();
	const steps = page.getByRole('navigation', { name: 'Steps of this exercise' });
	await page.reload();
	await expect(steps.getByRole('link', { name: 'Explain (done)' })).toBeVisible();
});

test('a file chosen before the scripts have loaded is read', async ({ page }) => {
	const release = await holdScripts(page);
	await see(page, '/progress');
	const choose = page.getByLabel('Read from a file');
	await expect(choose).toBeDisabled();
	await choose.setInputFiles({
		name: 'notes.json',
		mimeType: 'application/json',
		buffer: Buffer.from('hello')
	});
	release();
	await expect(page.getByText(/^That is no file of Cyclelab’s progress/)).toBeVisible();
});
