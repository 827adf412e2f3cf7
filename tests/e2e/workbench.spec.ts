import { edit, expect, open, runButton, storeForwarding, test, workingSet } from './learner.ts';
import { expectReadable, overflow } from './looks.ts';

const laptop = { width: 1400, height: 900 };
const broken = 'int alpha;\nint beta = ;\n';

test('before the first run the code stands under the question, and the table comes with the first number', async ({
	page
}) => {
	await open(page, storeForwarding);
	const top = async (name: string) =>
		(await page.getByRole('heading', { name }).boundingBox())?.y ?? NaN;
	const code = await page.getByRole('grid', { name: /^Source of/ }).boundingBox();
	expect(code?.y).toBeGreaterThan(await top('Predict'));
	expect(code?.y).toBeLessThan(await top('The document gives no figures for these loops.'));
	await expect(page.getByText('not run yet')).toHaveCount(0);
	// An exercise with figures of the document has them from the beginning, below the code.
	await page.goto(workingSet);
	await expect(
		page.getByRole('slider', { name: /documented, predicted and measured/ })
	).toBeVisible();
});

test('the story is readable as a whole: nothing of it lies in a box that scrolls', async ({
	page
}) => {
	await page.setViewportSize(laptop);
	await open(page, storeForwarding);
	const hidden = await page.locator('#story').evaluate((story) => {
		const boxes = [story, story.parentElement];
		return boxes.map((box) => box && box.scrollHeight - box.clientHeight);
	});
	expect(hidden).toEqual([0, 0]);
});

test('the story folds away while one works, and the reader’s choice is kept', async ({ page }) => {
	await open(page, storeForwarding);
	const title = page.locator('#story');
	await page.getByRole('button', { name: 'Edit', exact: true }).click();
	await expect(title).toBeHidden();
	await page.getByRole('button', { name: 'Show the story' }).click();
	await expect(title).toBeVisible();
	await page.getByRole('button', { name: 'Hide the story' }).click();
	await page.reload();
	await expect(runButton(page)).toBeEnabled();
	await expect(title).toBeHidden();
	await page.goto(workingSet);
	await expect(title).toBeVisible();
});

test('the border between source and assembly moves by mouse and by keyboard, and is remembered', async ({
	page
}) => {
	await page.setViewportSize(laptop);
	await open(page, storeForwarding);
	const border = page.getByRole('separator', { name: 'Width of the source' });
	const source = page.locator('#source-pane');
	const width = async () => (await source.boundingBox())?.width ?? NaN;
	await expect(border).toHaveAttribute('aria-valuenow', '50');
	const before = await width();
	await border.focus();
	await page.keyboard.press('Shift+ArrowRight');
	await expect(border).toHaveAttribute('aria-valuenow', '60');
	expect(await width()).toBeGreaterThan(before * 1.15);
	const box = await border.boundingBox();
	await page.mouse.move(box?.x ?? 0, (box?.y ?? 0) + 60);
	await page.mouse.down();
	await page.mouse.move((box?.x ?? 0) - 250, (box?.y ?? 0) + 60, { steps: 4 });
	await page.mouse.up();
	const dragged = Number(await border.getAttribute('aria-valuenow'));
	expect(dragged).toBeLessThan(50);
	await page.reload();
	await expect(border).toHaveAttribute('aria-valuenow', `${dragged}`);
});

test('source and assembly fill the window and give it back', async ({ page }) => {
	await page.setViewportSize(laptop);
	await open(page, storeForwarding);
	await page.getByRole('button', { name: 'Full window' }).click();
	const source = await page.getByRole('grid', { name: /^Source of/ }).boundingBox();
	expect(source?.y).toBeLessThan(260);
	await expect(page.locator('#story')).toBeHidden();
	await expect(page.getByRole('heading', { name: 'Challenge' })).toBeHidden();
	await expect(runButton(page)).toBeVisible();
	expect(await overflow(page)).toBe(0);
	await expectReadable('the full window', page);
	await page.keyboard.press('Escape');
	await expect(page.locator('#story')).toBeVisible();
});

test('the source is coloured before the editor is loaded', async ({ page, request }) => {
	const html = await (await request.get(storeForwarding)).text();
	expect(html).toMatch(
		/<span class="keyword[^"]*">static volatile<|<span class="keyword[^"]*">static</
	);
	await open(page, storeForwarding);
	await expect(page.locator('#source-pane .comment').first()).toHaveCSS('font-style', 'italic');
});

test('a mistake is listed under the editor with a way to its line, and nothing above it moves', async ({
	page
}) => {
	await page.setViewportSize(laptop);
	await open(page, storeForwarding);
	await edit(page, broken);
	const editor = page.getByRole('textbox', { name: /^Source of/ });
	const list = page.getByRole('region', { name: 'What the compiler found' });
	const before = await editor.evaluate(
		(element) => element.closest('.editor')?.getBoundingClientRect().top
	);
	await expect(list.getByText(/The compiler found an error in line 2/)).toBeVisible();
	const after = await editor.evaluate(
		(element) => element.closest('.editor')?.getBoundingClientRect().top
	);
	expect(after).toBe(before);
	await list.getByRole('link', { name: 'line 2' }).first().click();
	await expect(editor).toBeFocused();
	await page.keyboard.type('/* here */');
	await expect(page.locator('.monaco-editor .view-lines')).toContainText('int beta = /* here */;');
	await expectReadable('a mistake in the editor', page);
	// The controls that stay in sight cover no mistake that is tabbed to.
	const link = list.getByRole('link').first();
	await link.scrollIntoViewIfNeeded();
	await link.focus();
	const [bar, place] = [await page.locator('#run').boundingBox(), await link.boundingBox()];
	expect(place?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
});

test('the last assembly stays while the source does not compile, and new instructions are marked', async ({
	page
}) => {
	await open(page, storeForwarding);
	await page.getByRole('button', { name: 'Edit', exact: true }).click();
	const assembly = page.getByRole('grid', { name: /^Assembly of/ });
	await expect(assembly).toBeVisible();
	const editor = page.getByRole('textbox', { name: /^Source of/ });
	await editor.focus();
	await page.keyboard.press('Control+End');
	await page.keyboard.type('int x = ;');
	await expect(page.getByText('This assembly is of the last text that did.')).toBeVisible();
	await expect(assembly).toBeVisible();
	const returning = async (what: string) => {
		await page.keyboard.press('Control+A');
		await page.keyboard.insertText(
			`#include "cyclelab.h"\nuint64_t kernel(uint64_t n) {\n\tvolatile uint64_t sum = 0;\n\tfor (uint64_t i = 0; i < n; i++) sum += i * i;\n\treturn ${what};\n}\n`
		);
	};
	// A mark on nearly every row would show nothing.
	await returning('sum');
	await expect(page.getByText(/instructions? new since the text before; \d+ gone/)).toBeVisible();
	await expect(assembly.getByRole('row', { name: 'imul' }).first()).toBeVisible();
	await expect(assembly.getByRole('row', { name: /new$/ })).toHaveCount(0);
	await returning('sum + 77');
	await expect(page.getByText(/instructions? new since the text before, marked \+/)).toBeVisible();
	await expect(assembly.getByRole('row', { name: /0x4d.*new/ })).toHaveCount(1);
});

test('“Back to the original” can be taken back', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 740 });
	await open(page, storeForwarding);
	await edit(page, 'int mine;\n');
	const text = page.locator('.monaco-editor .view-lines');
	const editor = page.locator('.monaco-editor').first();
	const back = page.getByRole('button', { name: 'Back to the original' });
	await back.hover();
	const before = await editor.boundingBox();
	await back.click();
	// on a phone, too, the buttons that change places move nothing
	expect((await editor.boundingBox())?.y).toBe(before?.y);
	await expect(text).toContainText('kernel');
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(text).toContainText('int mine;');
	await expect(page.getByRole('button', { name: 'Back to the original' })).toBeVisible();
	// The editor's own undo knows it, too.
	await page.getByRole('button', { name: 'Back to the original' }).click();
	await page.getByRole('textbox', { name: /^Source of/ }).focus();
	await page.keyboard.press('Control+z');
	await expect(text).toContainText('int mine;');
});
