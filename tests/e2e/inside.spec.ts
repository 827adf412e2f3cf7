import { expect, open, storeForwarding, test } from './learner.ts';

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

test('the editor is loaded only to edit', async ({ page }) => {
	const scripts: number[] = [];
	page.on('response', async (response) => {
		if (!/javascript/.test(response.headers()['content-type'] ?? '')) return;
		scripts.push((await response.body()).length);
	});
	await open(page, storeForwarding);
	const before = scripts.reduce((sum, bytes) => sum + bytes, 0);
	await page.getByRole('button', { name: 'Edit', exact: true }).click();
	await expect(page.getByRole('textbox', { name: /^Source of/ })).toBeVisible();
	const after = scripts.reduce((sum, bytes) => sum + bytes, 0);
	expect(after).toBeGreaterThan(before * 2);
});
