import type { Page } from '@playwright/test';
import { complaintsOfAxe, edit, expect, open, storeForwarding, test } from './learner.ts';

const editor = (page: Page) => page.getByRole('textbox', { name: /^Source of/ });
const format = (page: Page) => page.getByRole('button', { name: 'Format', exact: true });

/** The editor's lines from top to bottom; it draws them in any order. Indentation is left out: a tab is drawn as blanks. */
const linesOf = (page: Page) =>
	page.locator('.view-line').evaluateAll((lines) =>
		lines
			.map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent }))
			.toSorted((a, b) => a.top - b.top)
			.map(({ text }) => text.replaceAll('\u00a0', ' ').trim())
			.filter((text) => text !== '')
	);

/** Free play with a text that the browser has kept: what is typed into the editor may get brackets. */
async function openWith(page: Page, language: string, text: string) {
	await page.addInitScript(([key, kept]) => localStorage.setItem(`cyclelab:${key}`, kept), [
		`source:free-play:${language}:a`,
		text
	] as const);
	await open(page, `/play?language=${language}`);
	await expect(format(page)).toBeVisible();
}

/** Asks for the format until the page says so: a runner that has just started takes no runs yet. */
const formatUntil = (page: Page, ask: () => Promise<void>, said: string) =>
	expect(async () => {
		await ask();
		await expect(page.getByText(said)).toBeVisible({ timeout: 20_000 });
	}).toPass({ timeout: 300_000 });

test.beforeEach(() => test.slow());

const untidy = [
	'#include "cyclelab.h"',
	'uint64_t kernel(uint64_t n){uint64_t x=1;',
	'for(uint64_t i=0;i<n;i++)   x=x*3+i;return x;}'
];
const tidy = [
	'#include "cyclelab.h"',
	'uint64_t kernel(uint64_t n) {',
	'uint64_t x = 1;',
	'for (uint64_t i = 0; i < n; i++) x = x * 3 + i;',
	'return x;',
	'}'
];

test('names are completed and explained; Enter only begins a line', async ({ page }) => {
	await openWith(page, 'c', '#include "cyclelab.h"\n\n');
	await editor(page).press('Control+End');
	await page.keyboard.type('cyclelab_p');
	const list = page.getByRole('listbox', { name: 'Suggest' });
	await expect(list.getByRole('option', { name: /^cyclelab_parameter/ })).toBeVisible();
	expect(await complaintsOfAxe(page)).toEqual([]);
	await page.keyboard.press('Tab');
	await expect(page.locator('.view-lines')).toContainText('cyclelab_parameter');
	await page.keyboard.press('Enter');
	await page.keyboard.type('cyclelab_m');
	await expect(list.getByRole('option', { name: /^cyclelab_meter/ })).toBeVisible();
	await page.keyboard.press('Enter');
	await page.keyboard.type('// one');
	await expect
		.poll(() => linesOf(page))
		.toEqual(['#include "cyclelab.h"', 'cyclelab_parameter', 'cyclelab_m', '// one']);
	await page.locator('.view-lines').getByText('cyclelab_parameter').hover();
	await expect(page.getByText('The value of a parameter of this run;')).toBeVisible();
});

test('a key lays out the code, the cursor keeps its place in it, and one undo takes it back', async ({
	page
}) => {
	await openWith(page, 'c', `${untidy.join('\n')}\n`);
	await editor(page).focus();
	await page.keyboard.press('Control+Home');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('End');
	const said = 'Formatted by clang-format. Ctrl+Z takes it back.';
	const byKey = () => page.keyboard.press('Shift+Alt+F');
	await formatUntil(page, byKey, said);
	await expect.poll(() => linesOf(page)).toEqual(tidy);
	await expect(editor(page)).toBeFocused();
	await page.keyboard.press('Control+z');
	await expect.poll(() => linesOf(page)).toEqual(untidy);
	await formatUntil(page, byKey, said);
	await expect.poll(() => linesOf(page)).toEqual(tidy);
	await page.keyboard.type(' // here');
	await expect.poll(async () => (await linesOf(page))[2]).toBe('uint64_t x = 1; // here');
	await expect(page.getByText(said)).toHaveCount(0);
});

test('code that does not parse stays as it is, and the page says which line and why', async ({
	page
}) => {
	await open(page, storeForwarding);
	const broken = ['int   a;', 'int b', 'int c;'];
	await edit(page, `${broken.join('\n')}\n`);
	const byButton = () => format(page).click();
	await formatUntil(
		page,
		byButton,
		"Not formatted: line 2 does not parse (expected ';' after top level declarator)."
	);
	await expect.poll(() => linesOf(page)).toEqual(broken);
	await edit(page, 'int a;\n');
	await formatUntil(page, byButton, 'clang-format would change nothing.');
});

for (const { language, source, formatted, by } of [
	{
		language: 'rs',
		source: 'fn  f( )->u64{1 }\n',
		formatted: ['fn f() -> u64 {', '1', '}'],
		by: 'rustfmt'
	},
	{
		language: 'go',
		source: 'package main\nfunc f( )int{ return 1}\n',
		formatted: ['package main', 'func f() int { return 1 }'],
		by: 'gofmt'
	}
]) {
	test(`${by} lays out a program of its language`, async ({ page }) => {
		await openWith(page, language, source);
		await formatUntil(page, () => format(page).click(), `Formatted by ${by}.`);
		await expect.poll(() => linesOf(page)).toEqual(formatted);
	});
}

test('C# has no formatter, and its editor no button for one', async ({ page }) => {
	await open(page, '/play?language=cs');
	await expect(page.getByRole('button', { name: 'Vim keys' })).toBeVisible();
	await expect(format(page)).toHaveCount(0);
});

test('Vim’s keys edit by commands, are kept, and the keyboard can leave the editor', async ({
	page
}) => {
	await open(page, '/play');
	await edit(page, 'int a;\nint b;\nint c;\n');
	const vim = page.getByRole('button', { name: 'Vim keys' });
	await vim.click();
	const line = page.getByRole('group', { name: 'Vim', exact: true });
	await expect(line).toContainText('--NORMAL--');
	await expect(editor(page)).toBeFocused();
	await page.keyboard.type('ggdd');
	await expect.poll(() => linesOf(page)).toEqual(['int b;', 'int c;']);
	await page.keyboard.type('p');
	await expect.poll(() => linesOf(page)).toEqual(['int b;', 'int a;', 'int c;']);
	await page.keyboard.type(':');
	const command = line.getByRole('textbox', { name: 'Vim command' });
	await expect(command).toBeFocused();
	expect(await complaintsOfAxe(page)).toEqual([]);
	await page.keyboard.type('%s/int/long/g');
	await page.keyboard.press('Enter');
	await expect.poll(() => linesOf(page)).toEqual(['long b;', 'long a;', 'long c;']);
	await page.keyboard.type('cwx');
	await expect(line).toContainText('--INSERT--');
	await page.keyboard.press('Escape');
	await expect(line).toContainText('--NORMAL--');
	await expect(line).not.toContainText('Esc');
	await expect(editor(page)).toBeFocused();
	await page.keyboard.press('Control+m');
	await page.keyboard.press('Tab');
	await expect(editor(page)).not.toBeFocused();

	await page.reload();
	await expect(vim).toHaveAttribute('aria-pressed', 'true');
	await expect(line).toContainText('--NORMAL--');
	await vim.click();
	await expect(line).toBeHidden();
	await page.keyboard.type('dd');
	await expect.poll(async () => (await linesOf(page)).join(' ')).toContain('dd');
});
