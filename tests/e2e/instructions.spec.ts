/** The listing as a place to learn: an instruction is explained where it stands, and a jump names where it leads. */
import type { Page } from '@playwright/test';
import { expect, open, predict, storeForwarding, test, whatIsACycle } from './learner.ts';

const help = (page: Page) => page.getByRole('group', { name: 'What this instruction does' });

test('pointing at an instruction explains it; Escape, a click and leaving it end that', async ({
	page
}) => {
	await open(page, storeForwarding);
	// The model's latency comes with the prediction.
	await predict(page, 4);
	const assembly = page.getByRole('grid', { name: /^Assembly of/ });
	const add = assembly.getByRole('row', { name: /\badd\b.*dword ptr/ }).first();
	await expect(add).toBeVisible();
	await add.locator('code').hover();
	await expect(help(page).getByText(/^Adds the 4 bytes at packet/)).toBeVisible();
	await expect(
		help(page).getByText('dword ptr: 4 bytes of memory;', { exact: false })
	).toBeVisible();
	await expect(
		help(page).getByText(/^latency \d+ cycles?, \d+ µops?, .*by llvm-mca’s model/)
	).toBeVisible();
	await expect(help(page).getByRole('link', { name: 'cache' })).toHaveAttribute(
		'href',
		'/glossary#cache'
	);
	// It can be pointed at itself, so that its link can be reached.
	await help(page).getByRole('link').hover();
	await page.waitForTimeout(600);
	await expect(help(page)).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(help(page)).toHaveCount(0);

	await add.locator('code').hover();
	await expect(help(page)).toBeVisible();
	await add.locator('code').click();
	await expect(help(page)).toHaveCount(0);
	await expect(add).toHaveAttribute('aria-selected', 'true');
});

test('the keyboard explains the row that it rests on, and reaches the link behind it', async ({
	page
}) => {
	await open(page, storeForwarding);
	await page.getByRole('button', { name: 'Show the assembly' }).click();
	const assembly = page.getByRole('grid', { name: /^Assembly of/ });
	const row = assembly.getByRole('row', { name: /\badd\b/ }).first();
	await expect(row).toBeVisible();
	await row.focus();
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowUp');
	await expect(help(page)).toBeVisible();
	// Results that arrive scroll the pane, and move other rows under a pointer that rests.
	const text = help(page).locator('header code');
	const explained = await text.innerText();
	await assembly.getByRole('row').nth(2).locator('code').hover();
	await expect(text).not.toHaveText(explained);
	await row.focus();
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowUp');
	await expect(text).toHaveText(explained);
	await assembly.evaluate((table) => table.parentElement?.scrollBy(0, 12));
	await page.waitForTimeout(600);
	await expect(text).toHaveText(explained);
	await page.keyboard.press('Tab');
	await expect(help(page).getByRole('button', { name: 'Close' })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(help(page)).toHaveCount(0);
});

test('a tap explains an instruction on a phone', async ({ browser, baseURL }) => {
	const context = await browser.newContext({
		baseURL: baseURL ?? '',
		viewport: { width: 360, height: 740 },
		hasTouch: true
	});
	const page = await context.newPage();
	await open(page, storeForwarding);
	await page.getByRole('button', { name: 'Show the assembly' }).click();
	const code = page
		.getByRole('grid', { name: /^Assembly of/ })
		.locator('tr.hot code')
		.first();
	await expect(code).toBeVisible();
	await code.tap();
	const box = await help(page).boundingBox();
	expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
	await context.close();
});

test('a jump names the label of its target and marks it; addresses are shown on demand; copied text has its spaces', async ({
	page
}) => {
	await open(page, storeForwarding);
	await page.getByRole('button', { name: 'Show the assembly' }).click();
	const assembly = page.getByRole('grid', { name: /^Assembly of/ });
	const isJump = page.locator('code', { hasText: /^\s*j\w+\s+\.L\d/ });
	const jump = assembly.locator('tr.hot').filter({ has: isJump }).first();
	await expect(jump).toBeVisible();
	const label = (/\.L\d+/.exec(await jump.innerText()) ?? [''])[0];
	const target = assembly.getByRole('row', { name: `${label}:` });
	await expect(target).toHaveCount(1);
	await jump.locator('code').hover();
	await expect(target).toHaveClass(/leads/);
	await expect(help(page).getByText(`Jumps to ${label} if`, { exact: false })).toBeVisible();
	await page.keyboard.press('Escape');

	await expect(assembly.getByRole('columnheader', { name: 'address' })).toHaveCount(0);
	await page.getByRole('button', { name: 'Addresses' }).click();
	await expect(assembly.getByRole('columnheader', { name: 'address' })).toBeVisible();

	const copied = await assembly.evaluate((table) => {
		getSelection()?.selectAllChildren(table);
		return getSelection()?.toString() ?? '';
	});
	expect(copied).toMatch(/\badd\s+\w/);
	expect(copied).not.toMatch(/\badd[er]\wx/);
});

test('long instructions before a loop push no figures of the loop out of the pane', async ({
	page
}) => {
	await page.setViewportSize({ width: 1366, height: 768 });
	await open(page, whatIsACycle);
	await predict(page, 3);
	await page.getByRole('button', { name: 'Hide the story' }).click();
	const ports = page.getByRole('columnheader', { name: 'ports' });
	await expect(ports).toBeVisible();
	const hidden = () =>
		ports.evaluate((head) => {
			const pane = head.closest('.scroll');
			const rightOf = (element: Element) => element.getBoundingClientRect().right;
			return pane ? rightOf(head) - rightOf(pane) : Infinity;
		});
	await expect.poll(hidden).toBeLessThanOrEqual(1);
	// Narrower panes leave out the figures, which the explanation has, and are not scrolled either.
	await page.setViewportSize({ width: 360, height: 740 });
	await expect(ports).toHaveCount(0);
	const pane = page.getByRole('grid', { name: /^Assembly of/ }).locator('..');
	await expect
		.poll(() => pane.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
		.toBe(0);
});
