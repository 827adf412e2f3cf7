import type { Page } from '@playwright/test';
import { expect, runButton, storeForwarding, test, whatIsACycle } from './learner.ts';
import { keep } from './kept.ts';

/**
 * Holds every script back, as a slow network would, until it is told to let them go. What the page does by itself until
 * then is what its visitor can use.
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

/** Opens a page as it is before its scripts are there. */
const see = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' });

/** Controls that can be used, but for forms that a browser sends by itself and what no control needs to be. */
const usable = (page: Page) =>
	page
		.locator('button, input, select, textarea, [role=grid]')
		.and(page.locator(':enabled, [role=grid]:not([aria-disabled=true])'))
		.and(page.locator(':not(form[action] *)'))
		.evaluateAll((all) => all.map((one) => one.outerHTML));

test('no page has a control that can be used before it listens, but those that need no script', async ({
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
		...['/', '/runners', '/glossary', '/progress', '/play', '/workshops', '/w'],
		...[storeForwarding, `${whatIsACycle}/attempts`, '/exercises/atomic-store', '/operate/latency'],
		...[`/s/${id}`, `/embed/s/${id}`, `/w/${code}`, hostPage]
	];
	const release = await holdScripts(page);
	for (const path of paths) {
		await see(page, path);
		await expect(page.locator('main').first()).toBeVisible();
		expect([path, await usable(page)]).toEqual([path, []]);
	}
	release();
	await page.goto(storeForwarding);
	await expect(runButton(page)).toBeEnabled();
	expect((await usable(page)).length).toBeGreaterThan(5);
});

test('a button, a tab, a choice and a slider wait for the page to listen, and are not lost', async ({
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
	// Each of these waits until it can be used, as a person would.
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

test('what unfolds can be opened before the page listens, and stays open', async ({
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
	await expect(page.getByRole('button', { name: 'Run it here, now' })).toBeEnabled();
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
	// It counts as opened: the next one can be.
	await expect(page.getByText('Hint 2 of 3')).toBeVisible();
	const steps = page.getByRole('navigation', { name: 'Steps of this exercise' });
	await page.reload();
	await expect(steps.getByRole('link', { name: 'Explain (done)' })).toBeVisible();
});

test('a file that was chosen before the page listens is read', async ({ page }) => {
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
