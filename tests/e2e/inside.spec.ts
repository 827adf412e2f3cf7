import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Locator } from '@playwright/test';
import { edit, expect, open, storeForwarding, test } from './learner.ts';
import { expectReadable } from './looks.ts';

test('pointing at a source line marks its instructions, and at an instruction its source line, also by keyboard', async ({
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
	await expect(marked.filter({ hasText: 'dword ptr' }).first()).toBeVisible();

	await store.click();
	await expect(source.getByRole('row', { selected: true })).toHaveCount(0);
	await adds.first().focus();
	await page.keyboard.press('Enter');
	const paired = source.getByRole('row', { selected: true });
	await expect(paired).toHaveCount(1);

	// Colours stay on without a pointer: a line and its instructions have the same.
	await page.keyboard.press('Enter');
	await expect(paired).toHaveCount(0);
	await page.getByRole('button', { name: 'Colours' }).click();
	await page.getByRole('heading', { level: 1 }).hover();
	const colourOf = (row: Locator) =>
		row.evaluate((element) => getComputedStyle(element).backgroundColor);
	// The line of the first has an address, and its own colour.
	const added = adds.nth(1);
	const of = await added.getAttribute('data-line');
	const line = source.locator(`tr[data-line="${of}"]`);
	// A mixed colour; that of the line under the pointer is none.
	await expect.poll(() => colourOf(added)).toMatch(/^color\(/);
	await expect.poll(() => colourOf(line)).toBe(await colourOf(added));
	await expectReadable('a listing in colours', page);
});

test('typing in the editor shows the assembly of the edited source without a run', async ({
	page
}) => {
	await open(page, storeForwarding);
	await page.getByRole('button', { name: 'Edit', exact: true }).click();
	const editor = page.getByRole('textbox', { name: /^Source of/ });
	await expect(editor).toBeVisible();
	await editor.focus();
	await page.keyboard.press('Control+End');
	// <% and %> are braces of C that the editor does not close: whether it closes { depends on how far it has coloured the source.
	await page.keyboard.type('uint64_t added_by_typing(uint64_t x) <%\nreturn x / 10;\n%>\n');
	const functions = page.getByRole('combobox', { name: 'Function' });
	await expect(functions.getByRole('option', { name: 'added_by_typing' })).toBeAttached();
});

/** Largest size of JavaScript and CSS after gzip, bytes. */
const largest = { page: 150_000, withEditor: 900_000 };

test('the editor is loaded only for editing, and both it and the page are below their size limits', async ({
	page
}) => {
	const pending: Promise<number>[] = [];
	page.on('requestfinished', (request) => {
		if (['script', 'stylesheet'].includes(request.resourceType()))
			pending.push(
				request
					.response()
					.then((response) => response?.body())
					.then((body = Buffer.of()) => gzipSync(body).length)
			);
	});
	const bytes = async () => (await Promise.all(pending)).reduce((sum, size) => sum + size, 0);
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

test('the keyboard can find, comment, undo, leave the editor by Tab, and read an error in it', async ({
	page
}) => {
	// The signs of comments come with the grammar, which a slow network brings last.
	await page.route('**/*.js', async (route) => {
		const response = await route.fetch();
		const text = await response.text();
		if (text.includes('lineComment') && text.includes('static_assert')) await pause(1500);
		await route.fulfill({ response, body: text });
	});
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
	// without a kernel the program does not link, and the mark has the error message
	await page.keyboard.press('Control+A');
	await page.keyboard.insertText('int x = 1\nint y;\n');
	await expect(page.locator('.squiggly-error').first()).toBeVisible();
	await page.keyboard.press('Control+Home');
	await page.keyboard.press('F8');
	await expect(page.locator('.marker-widget')).toContainText('expected');
	await page.keyboard.press('Escape');
	await page.keyboard.press('Control+m');
	await page.keyboard.press('Tab');
	await expect(page.getByRole('textbox', { name: /^Source of/ })).not.toBeFocused();
});
