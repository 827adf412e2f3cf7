import type { Page } from '@playwright/test';
import {
	column,
	complaintsOfAxe,
	edit,
	expect,
	open,
	runAgainUntil,
	runButton,
	runByKeys,
	runToTheEnd,
	test
} from './learner.ts';

/** Shown instead of a number when too few samples were undisturbed. */
const tooBusy = (page: Page) =>
	page.getByText(/The machine was too busy for a verdict|several speeds, no single number/).first();

const compare = (page: Page) => page.getByRole('heading', { level: 2 });

/** Dependent divisions: slower than the page's first program on every processor. */
const dividing = `#include "cyclelab.h"

uint64_t kernel(uint64_t iterations) {
	uint64_t x = iterations | 1;
	for (uint64_t i = 1; i <= iterations; i++) x = 18446744073709551557u / (x | 1) + i;
	return x;
}
`;

test('a learner’s own kernel is run alone, then with a second kernel, without a claim or a prediction', async ({
	page
}) => {
	test.slow();
	await page.goto('/');
	await page.getByRole('navigation').getByRole('link', { name: 'Free play' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Free play' })).toBeVisible();
	await expect(runButton(page)).toBeEnabled();
	await expect(compare(page).filter({ hasText: 'Your loops, not run yet.' })).toBeVisible();
	// The editor is open with its assembly and its prediction; there is no question and no second kernel.
	await expect(page.getByRole('textbox', { name: 'Source of Kernel A' })).toBeFocused();
	await expect(page.getByRole('grid', { name: /^Assembly of/ })).toContainText('shr');
	await expect(page.getByRole('region', { name: 'The answer' })).toContainText(/predicted \d/);
	await expect(page.getByRole('tab', { name: /Kernel B/ })).toHaveCount(0);
	await expect(page.getByText(/How many times as long/)).toHaveCount(0);

	await edit(page, dividing);
	await runByKeys(page);
	const alone = compare(page).filter({
		hasText: /“Kernel A” takes \S+ cycles( \(.+\))? an iteration here\./
	});
	await runAgainUntil(page, alone, tooBusy(page));
	const [divided = '', ...others] = await column(page, /^measured/);
	expect(Number.parseFloat(divided)).toBeGreaterThan(4);
	expect(others).toEqual([]);
	await expect(page.getByText(/A program can deceive the measurement/)).toHaveCount(0);
	await expect(page.getByRole('grid', { name: /^Assembly of/ })).toContainText('div');
	expect(Number((await column(page, /^instructions/))[0])).toBeGreaterThanOrEqual(3);

	await page.getByRole('button', { name: 'Add a second kernel' }).click();
	const editor = page.getByRole('textbox', { name: 'Source of Kernel B' });
	await editor.focus();
	await page.keyboard.press('Control+End');
	await page.keyboard.insertText('/* Mine now. */\n');
	await runByKeys(page);
	const apart = /“Kernel B” \S+ cycles?( \(.+\))?\. “Kernel A” takes \S+ times as long[,.]/;
	const tooNoisy =
		/“Kernel B” \S+ cycles?( \(.+\))?, too noisy to distinguish: the ratio is \S+ times[,.]/;
	await runAgainUntil(
		page,
		compare(page).filter({ hasText: apart }),
		compare(page).filter({ hasText: tooNoisy })
	);
	const [first = '', second = ''] = await column(page, /^measured/);
	expect(Number.parseFloat(first)).toBeGreaterThan(Number.parseFloat(second));
	expect(await complaintsOfAxe(page)).toEqual([]);

	await page.reload();
	await expect(runButton(page)).toBeEnabled();
	await page.getByRole('tab', { name: /^Kernel A/ }).click();
	await expect(page.locator('.view-lines')).toContainText('18446744073709551557u');
});

test('flags are explained while they are typed, and are in the assembly, the address and a link to the code', async ({
	page,
	browser
}) => {
	await open(page, '/play');
	const flags = page.getByRole('combobox', { name: 'Flags' });
	await flags.focus();
	const offered = page.locator('#offered-flags option');
	await expect(offered.filter({ hasText: '-O3' }).first()).toBeAttached();
	await flags.fill('-O3 -fplugin=x.so');
	await expect(page.getByText(/^The flag "-fplugin=x\.so" is not possible here/)).toBeVisible();
	await expect(flags).toHaveAttribute('aria-invalid', 'true');

	const assembly = page.getByRole('grid', { name: /^Assembly of/ });
	await flags.fill('-O0');
	await expect(assembly).toContainText('push');
	await expect(page).toHaveURL(/[?&]flags=-O0.*#code=1\./);

	const other = await browser.newContext();
	const colleague = await other.newPage();
	await colleague.goto(page.url().replace(/\?[^#]*/, ''));
	await expect(colleague.getByRole('combobox', { name: 'Flags' })).toHaveValue('-O0');
	await expect(colleague.getByRole('grid', { name: /^Assembly of/ })).toContainText('push');
	await other.close();
});

for (const { language, source, name = 'square', shown = name } of [
	{ language: 'c', source: 'int square(int n) { return n * n; }\n' },
	{ language: 'rs', source: 'fn square(n: i32) -> i32 { n * n }\n', shown: 'a::square' },
	{ language: 'go', source: 'package main\n\nfunc square(n int) int { return n * n }\n' },
	{
		language: 'cr',
		source: 'def square(n : Int32) : Int32\n  n &* n\nend\n',
		shown: 'square(Int32)'
	},
	{
		language: 'cs',
		source: 'static class Numbers { static int Square(int n) { return n * n; } }\n',
		name: 'Square',
		shown: 'Numbers::Square(int32)'
	}
])
	test(`a file in ${language} without a kernel has its assembly, and a kernel is written around its function`, async ({
		page
	}) => {
		await open(page, `/play?language=${language}`);
		await edit(page, source);
		const assembly = page.getByRole('grid', { name: `Assembly of ${shown}` });
		await expect(assembly).toContainText('imul');
		await expect(page.getByText(/A run measures .* which this file does not have/)).toBeVisible();
		await page.getByRole('button', { name: `Write one around ${name}()` }).click();
		await expect(page.getByRole('grid', { name: 'Assembly of kernel' })).toContainText('imul');
		await expect(page.getByRole('region', { name: 'The answer' })).toContainText(/predicted \d/);
	});

test('a run of free play is shared under a title of its own', async ({ page }) => {
	await open(page, '/play');
	await runToTheEnd(page);
	await page.getByRole('button', { name: 'Share' }).click();
	const link = page.getByRole('link', { name: 'Open the page' });
	await expect(link).toBeVisible();
	const untitled = await link.getAttribute('href');
	await page.getByRole('textbox', { name: 'Title' }).fill('Shift and add <b>');
	await page.getByRole('button', { name: 'Share under this title' }).click();
	await expect(link).not.toHaveAttribute('href', untitled ?? '');
	await page.goto((await link.getAttribute('href')) ?? '');
	await expect(page.getByRole('heading', { level: 1, name: 'Shift and add <b>' })).toBeVisible();
	await expect(page).toHaveTitle(/^Shift and add <b>,/);
});

test('a kernel that names values of a parameter is measured at each of them', async ({ page }) => {
	test.slow();
	await open(page, '/play?language=c');
	await edit(
		page,
		`#include "cyclelab.h"
static uint64_t chain = 1;
void setup(uint64_t seed) {
	chain = cyclelab_parameter("chain", 4); // values: 4, 16, 64
}
uint64_t kernel(uint64_t iterations) {
	uint64_t x = 1;
	for (uint64_t i = 0; i < iterations; i++)
		for (uint64_t j = 0; j < chain; j++) x = x * 3 + i;
	return x;
}
`
	);
	await runByKeys(page);
	const answer = page.getByRole('region', { name: 'The answer' });
	await expect(answer).toContainText(/iteration\s+at 64/);
	await expect(page.getByText('All numbers as a table')).toBeVisible();
});

test('remarks of the compiler stand at their lines', async ({ page }) => {
	await open(page, '/play?language=c');
	await edit(
		page,
		'#include "cyclelab.h"\ndouble v[64];\nuint64_t kernel(uint64_t n) { double s = 0; for (uint64_t i = 0; i < n; i++) s += v[i & 63]; return (uint64_t)s; }\n'
	);
	await page.getByRole('button', { name: 'Remarks' }).click();
	await expect(page.getByText(/loop not vectorized/).first()).toBeAttached();
	await expect(page.getByRole('combobox', { name: 'Flags' })).toHaveValue(
		/-Rpass-missed=loop-vectorize/
	);
	await page.getByRole('button', { name: 'Remarks' }).click();
	await expect(page.getByRole('combobox', { name: 'Flags' })).toHaveValue('');
});

test('code without a kernel has remarks, LLVM IR, its passes, and its macros expanded', async ({
	page
}) => {
	await open(page, '/play?language=c');
	await edit(
		page,
		'#define TWICE(x) ((x) + (x))\nfloat sum(const float *a, int n) { float s = 0; for (int i = 0; i < n; i++) s += TWICE(a[i]); return s; }\n'
	);
	for (const name of ['Remarks', 'LLVM IR', 'Passes', 'Macros'])
		await page.getByRole('button', { name }).click();
	await expect(page.getByText(/loop not vectorized/).first()).toBeAttached();
	await expect(page.getByText('The linker found no definition')).toBeHidden();
	await expect(page.getByRole('grid', { name: 'LLVM IR: after optimisation' })).toContainText(
		'define dso_local float @sum(ptr'
	);
	const phase = page.getByRole('combobox', { name: 'Phase' });
	await phase.selectOption('0');
	await expect(page.getByRole('grid', { name: 'LLVM passes on sum: 0 front end' })).toContainText(
		'%s = alloca float'
	);
	await expect(phase).toContainText(' SROA');
	await expect(
		page.getByRole('grid', { name: 'Preprocessed source: after the preprocessor' })
	).toContainText('s += ((a[i]) + (a[i]))');
});

test('C++ pasted under C is compiled as C++, and a kernel is written around a function of it', async ({
	page
}) => {
	await open(page, '/play');
	await edit(
		page,
		'#include <vector>\nint last(const std::vector<int> &all) { return all.back(); }\nint square(int n) { return n * n; }\n'
	);
	const bar = page.getByRole('region', { name: 'The answer' });
	await expect(bar).toContainText("'vector' file not found");
	await page.getByRole('button', { name: 'Compile it as C++' }).click();
	await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('cpp');
	await expect(bar).not.toContainText('file not found');
	await page.getByRole('button', { name: 'Write one around square()' }).click();
	// One goes on typing at the kernel.
	await expect(page.getByRole('textbox', { name: /^Source of/ })).toBeFocused();
	await page.keyboard.insertText('// here: ');
	await expect(page.locator('.view-lines')).toContainText(/here:.uint64_t.kernel\(/);
	await page.getByRole('combobox', { name: 'Language' }).selectOption('c');
	await expect(page.locator('.view-lines')).not.toContainText('vector');
});

test('the listing has the bytes of its instructions, and AT&T syntax', async ({ page }) => {
	await open(page, '/play?language=c');
	await edit(page, 'long sum(const long *a, long n) { return a[n] + 5; }\n');
	const listing = page.getByRole('grid', { name: 'Assembly of sum' });
	await page.getByRole('button', { name: 'Bytes' }).click();
	await expect(
		listing.getByRole('row', { name: /^48 8b 04 f7 mov\s+rax, qword ptr/ })
	).toBeVisible();
	await page.getByRole('button', { name: 'AT&T' }).click();
	// The figures need the room of the bytes, which come with the addresses.
	const load = String.raw`movq\s+\(%rdi,%rsi,8\), %rax`;
	await expect(listing.getByRole('row', { name: new RegExp(`^${load}`) })).toBeVisible();
	await page.getByRole('button', { name: 'Addresses' }).click();
	await expect(listing.getByRole('row', { name: new RegExp(`48 8b 04 f7 ${load}`) })).toBeVisible();
	await expect(page.getByRole('combobox', { name: 'Flags' })).toHaveValue('-masm=att');
});

test('flags for the processor that measures give its assembly at once', async ({ page }) => {
	await open(page, '/play?language=c');
	await page.getByRole('combobox', { name: 'Flags' }).fill('-O3 -march=native');
	await expect(page.getByRole('grid', { name: 'Assembly of kernel' })).toBeVisible();
	await expect(page.getByText('This assembly is of')).toBeHidden();
});

test('code is shared without a run, and a pasted link of Compiler Explorer opens', async ({
	page
}) => {
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await open(page, '/play');
	await edit(page, dividing);
	await page.getByRole('button', { name: 'Share' }).click();
	await expect(page.getByText('Copied: link to this code.')).toBeVisible();
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	expect(copied).toMatch(/\/exercises\/free-play#code=1\./);
	const explorer = page.getByRole('link', { name: 'Open in Compiler Explorer' });
	const link = (await explorer.getAttribute('href')) ?? '';
	await page.keyboard.press('Escape');
	await expect(explorer).toBeHidden();

	await edit(page, link);
	await expect(page.locator('.view-lines')).toContainText('18446744073709551557u');
	await expect(page.locator('.view-lines')).toContainText('stdint.h');
});

/** Every language's own measured run is in tests/integration/toolchains/languages.test.ts. */
for (const [name, language] of Object.entries({ Rust: 'rs', 'C#': 'cs' }))
	test(`the blank page has a kernel in ${name} that is counted, predicted and measured`, async ({
		page
	}) => {
		test.slow();
		await page.goto(`/play?language=${language}`);
		await expect(page).toHaveURL(/\/exercises\/free-play\?/);
		await expect(runButton(page)).toBeEnabled();
		await runToTheEnd(page);
		const told = compare(page).filter({ hasText: /takes \S+ cycles?( \(.+\))? an iteration here/ });
		await runAgainUntil(page, told, tooBusy(page));
		const [measured, predicted, counted] = await Promise.all(
			[/^measured/, /^predicted/, /^instructions/].map((heading) => column(page, heading))
		);
		for (const cells of [measured, predicted, counted])
			expect(Number.parseFloat(cells?.[0] ?? '')).toBeGreaterThan(1);
	});
