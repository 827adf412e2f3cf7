import { codeOf, collect } from '../bench/pages/fetched.ts';
import { edit, expect, open, storeForwarding, test } from './learner.ts';

test('pointing at a line of the source marks its instructions, and the other way round, also by keyboard', async ({
	page
}) => {
	await open(page, storeForwarding);
	await page.getByRole('button', { name: 'Show the assembly' }).click();
	const source = page.getByRole('grid', { name: /^Source of/ });
	const assembly = page.getByRole('grid', { name: /^Assembly of/ });
	const store = source.getByRole('row', { name: /packet\.word = / });
	const adds = assembly.getByRole('row', { name: /\badd\b/ });
	await expect(adds.first()).toBeVisible();

	await store.click();
	await expect(store).toHaveAttribute('aria-selected', 'true');
	const marked = assembly.getByRole('row', { selected: true });
	expect(await marked.count()).toBeGreaterThan(0);
	await expect(marked.filter({ hasText: 'dword ptr' }).first()).toBeVisible();

	await store.click();
	await expect(source.getByRole('row', { selected: true })).toHaveCount(0);
	await adds.first().focus();
	await page.keyboard.press('Enter');
	await expect(source.getByRole('row', { selected: true })).toHaveCount(1);
});

test('the assembly of an edit appears while typing, without a run', async ({ page }) => {
	await open(page, storeForwarding);
	await page.getByRole('button', { name: 'Edit', exact: true }).click();
	const editor = page.getByRole('textbox', { name: /^Source of/ });
	await expect(editor).toBeVisible();
	await editor.focus();
	await page.keyboard.press('Control+End');
	await page.keyboard.type('uint64_t added_by_typing(uint64_t x) {\nreturn x / 10;\n');
	const functions = page.getByRole('combobox', { name: 'Function' });
	await expect(functions.getByRole('option', { name: 'added_by_typing' })).toBeAttached({
		timeout: 20_000
	});
});

/** Bytes of JavaScript and CSS, as gzip makes them. */
const largest = { page: 150_000, withEditor: 900_000 };

test('the editor is loaded only to edit, and neither it nor the page is large', async ({
	page
}) => {
	const { pending } = collect(page);
	const bytes = async () =>
		codeOf(await Promise.all(pending)).reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
	await open(page, storeForwarding);
	await page.waitForLoadState('networkidle');
	const before = await bytes();
	await page.getByRole('button', { name: 'Edit', exact: true }).click();
	await expect(page.getByRole('textbox', { name: /^Source of/ })).toBeVisible();
	await page.waitForLoadState('networkidle');
	const after = await bytes();
	expect(before).toBeLessThan(largest.page);
	expect(after).toBeGreaterThan(before * 2);
	expect(after).toBeLessThan(largest.withEditor);
});

test('what the editor can do, it can do by keyboard: find, comment, undo, leave by Tab, say what is wrong', async ({
	page
}) => {
	await open(page, storeForwarding);
	await edit(page, 'int alpha;\nint beta = alpha;\n');
	const text = page.locator('.monaco-editor .view-lines');
	await page.keyboard.press('Control+Home');
	await page.keyboard.press('Control+/');
	await expect(text).toContainText('// int alpha;');
	await page.keyboard.press('Control+z');
	await expect(text).not.toContainText('//');
	await page.keyboard.press('Control+f');
	const find = page.getByRole('textbox', { name: 'Find' });
	await expect(find).toBeFocused();
	await page.keyboard.type('alpha');
	await expect(page.locator('.matchesCount')).toHaveText('1 of 2');
	await page.keyboard.press('Escape');
	await expect(page.getByRole('textbox', { name: /^Source of/ })).toBeFocused();
	// without a kernel nothing links: the compiler's words stand at the mark
	await page.keyboard.press('Control+A');
	await page.keyboard.insertText('int x = 1\nint y;\n');
	await expect(page.locator('.squiggly-error').first()).toBeVisible({ timeout: 20_000 });
	await page.keyboard.press('Control+Home');
	await page.keyboard.press('F8');
	await expect(page.locator('.marker-widget')).toContainText('expected');
	await page.keyboard.press('Escape');
	await page.keyboard.press('Control+m');
	await page.keyboard.press('Tab');
	await expect(page.getByRole('textbox', { name: /^Source of/ })).not.toBeFocused();
});
