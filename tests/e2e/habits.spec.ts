import { complaintsOfAxe, edit, expect, open, storeForwarding, test } from './learner.ts';
import { expectReadable } from './looks.ts';

test('“/” finds exercises and terms, by keyboard alone', async ({ page }) => {
	await open(page, storeForwarding);
	await page.keyboard.press('/');
	const dialog = page.getByRole('dialog', { name: 'Search' });
	await expect(dialog.getByRole('searchbox')).toBeFocused();
	await page.keyboard.type('window');
	await expect(dialog.getByText(/\d+ found\./)).toBeVisible();
	await expectReadable('the search', page);
	await page.keyboard.press('ArrowDown');
	await expect(dialog.getByRole('link').first()).toBeFocused();
	await page.keyboard.press('ArrowUp');
	await expect(dialog.getByRole('searchbox')).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/\/exercises\/|\/glossary#/);
	await expect(dialog).toBeHidden();
});

test('“?” lists the keys, Escape closes the list, and neither is taken from an editor', async ({
	page
}) => {
	await open(page, storeForwarding);
	await page.keyboard.press('?');
	const dialog = page.getByRole('dialog', { name: 'Keys' });
	await expect(dialog.getByText('search exercises and terms')).toBeVisible();
	expect(await complaintsOfAxe(page)).toEqual([]);
	await page.keyboard.press('Escape');
	await expect(dialog).toBeHidden();
	await edit(page, 'int a;\n');
	await page.keyboard.type('// ?');
	await expect(dialog).toBeHidden();
	await expect(page.locator('.monaco-editor .view-lines')).toContainText('// ?');
});

test('a pasted program with main is answered with how a kernel looks', async ({ page }) => {
	await open(page, storeForwarding);
	await edit(page, '#include <stdio.h>\nint main(void) {\n\tputs("hello");\n}\n');
	await expect(
		page.getByText('uint64_t kernel(uint64_t iterations)', { exact: true })
	).toBeVisible();
	await expect(page.getByRole('button', { name: 'Write one around main()' })).toBeVisible();
});

test('an address leads to a line of the source, and a pressed line is in the address', async ({
	page
}) => {
	await page.goto(`${storeForwarding}#source=12`);
	const source = page.getByRole('grid', { name: /^Source of/ });
	const row = (line: number) => source.getByRole('row').nth(line - 1);
	await expect(row(12)).toHaveClass(/marked/);
	await expect(row(12)).toBeInViewport();
	await row(5).click();
	await expect(page).toHaveURL(/#source=5$/);
	await row(7).click({ modifiers: ['Shift'] });
	await expect(page).toHaveURL(/#source=5-7$/);
	await page.reload();
	await expect(row(6)).toHaveClass(/marked/);
	await page.getByRole('tab').nth(1).click();
	await expect(page).not.toHaveURL(/#source/);
});

test('the browser warns before work is lost, and only then', async ({ page }) => {
	let asked = 0;
	page.on('dialog', (dialog) => {
		asked += 1;
		void dialog.accept();
	});
	await open(page, storeForwarding);
	await edit(page, 'int kept;\n');
	await page.reload();
	expect(asked).toBe(0);
	await page.addInitScript(() => {
		Storage.prototype.setItem = () => {
			throw new DOMException('full', 'QuotaExceededError');
		};
	});
	await open(page, storeForwarding);
	await edit(page, 'int lost;\n');
	await page.reload();
	expect(asked).toBe(1);
});

test('the way back through the browser leads to the page before, as it was', async ({ page }) => {
	await page.goto('/');
	await page
		.getByRole('link', { name: /store forwarding/i })
		.first()
		.click();
	await expect(page).toHaveURL(/store-forwarding/);
	await page.getByRole('tab').nth(1).click();
	await expect(page).toHaveURL(/variant=/);
	const left = page.url();
	const site = page.getByRole('navigation', { name: 'Cyclelab' });
	await site.getByRole('link', { name: 'Runners' }).click();
	await expect(page).toHaveURL(/\/runners/);
	await page.goBack();
	await expect(page).toHaveURL(left);
	await expect(page.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true');
	await page.goBack();
	await expect(page).toHaveURL(/\/$/);
});

test('on paper there are the story, all code and the numbers, and nothing to press', async ({
	page
}) => {
	await open(page, storeForwarding);
	const programs = await page.getByRole('tab').count();
	expect(programs).toBeGreaterThan(1);
	await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
	await page.emulateMedia({ media: 'print' });
	await expect(page.locator('pre').filter({ hasText: 'uint64_t kernel' })).toHaveCount(
		programs - 1
	);
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect(page.getByText('uint64_t kernel').first()).toBeVisible();
	await expect(page.getByRole('button', { name: /^Run/ })).toBeHidden();
	await expect(page.getByRole('separator')).toBeHidden();
});
