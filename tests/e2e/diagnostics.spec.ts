/** What the compiler found: notes, suggested changes by click and by key, and its marks in the editor. */
import type { Page } from '@playwright/test';
import { edit, expect, open, test, whatIsACycle } from './learner.ts';
import { expectReadable } from './looks.ts';

const list = (page: Page) => page.getByRole('region', { name: 'What the compiler found' });
const editor = (page: Page) => page.getByRole('textbox', { name: /^Source of/ });
const lines = (page: Page) => page.locator('.monaco-editor .view-lines');

/** The editor indents what is inserted. */
const misspelt = `#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
const char *größe = "🦄🦄"; return itertions + größe[0]; }
`;
const unfinished = `#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) { const char *größe = "🦄🦄"; uint64_t x = iterations
}
`;
const warned = `#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) { uint64_t x = iterations; if ((x == 3)) x = 4; return x; }
`;

test('a change that the compiler suggests is shown, made by one click and taken back by Ctrl+Z', async ({
	page
}) => {
	await open(page, whatIsACycle);
	await edit(page, unfinished);
	const change = list(page).getByRole('button', { name: 'Apply: insert “;”' });
	await expect(change).toBeVisible();
	await expect(list(page).getByText('uint64_t x = iterations;')).toBeVisible();
	await expectReadable('a suggested change', page);
	await change.click();
	await expect(lines(page)).toContainText('x = iterations;');
	await expect(editor(page)).toBeFocused();
	await expect(change).toHaveCount(0);
	await page.keyboard.press('Control+z');
	await expect(lines(page)).not.toContainText('x = iterations;');
	await expect(change).toBeVisible();

	await editor(page).focus();
	await page.keyboard.press('Control+Home');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('Control+.');
	await expect(lines(page)).toContainText('x = iterations;');
});

test('a change is made although the editor was closed', async ({ page }) => {
	await open(page, whatIsACycle);
	await edit(page, unfinished);
	const change = list(page).getByRole('button', { name: 'Apply: insert “;”' });
	await expect(change).toBeVisible();
	await page.getByRole('button', { name: 'Close the editor' }).click();
	await change.click();
	await expect(lines(page)).toContainText('x = iterations;');
	await page.keyboard.press('Control+z');
	await expect(lines(page)).not.toContainText('x = iterations;');
});

test('an error is marked over its whole range, after emoji too, and says so under the pointer', async ({
	page
}) => {
	await open(page, whatIsACycle);
	await edit(page, misspelt);
	const mark = page.locator('.squiggly-error').first();
	await expect(mark).toBeVisible();
	// The mark begins where the name does, whatever a font makes of emoji.
	const name = await lines(page).evaluate((shown) => {
		for (const span of shown.querySelectorAll('span'))
			if (span.childElementCount === 0 && span.textContent?.includes('itertions')) {
				const range = document.createRange();
				const at = span.textContent.indexOf('itertions');
				range.setStart(span.firstChild as Node, at);
				range.setEnd(span.firstChild as Node, at + 'itertions'.length);
				const { left, right } = range.getBoundingClientRect();
				return { left, right };
			}
		return undefined;
	});
	const box = await mark.boundingBox();
	expect(Math.abs((box?.x ?? 0) - (name?.left ?? 0))).toBeLessThan(3);
	expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) - (name?.right ?? 0))).toBeLessThan(3);
	await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 2);
	await expect(page.locator('.monaco-hover').getByText(/undeclared identifier/)).toBeVisible();
});

test('the warnings of a source that compiles are a list that is closed at first', async ({
	page
}) => {
	await open(page, whatIsACycle);
	await edit(page, warned);
	const summary = list(page).getByText('The compiler’s messages: 1 warning');
	await expect(summary).toBeVisible();
	await expect(
		list(page)
			.getByText(/equality comparison/)
			.first()
	).toBeHidden();
	await summary.click();
	await expect(
		list(page)
			.getByText(/equality comparison/)
			.first()
	).toBeVisible();
	await expectReadable('warnings', page);
});
