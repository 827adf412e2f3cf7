import type { Page } from '@playwright/test';
import {
	complaintsOfAxe,
	edit,
	expect,
	open,
	predict,
	runAgainUntil,
	runButton,
	storeForwarding,
	test
} from './learner.ts';
import { overflow } from './looks.ts';

const atomicStore = '/exercises/atomic-store';
const contendedCounters = '/exercises/contended-counters';

/** Runs both sides and waits until both have ended. */
async function runBoth(page: Page): Promise<void> {
	const endOf = (name: string) =>
		page.getByRole('region', { name, exact: true }).getByText(/^Finished/);
	await runButton(page).click();
	// What is not measured was answered before, and has then ended at once.
	await expect(endOf('x86-64')).toBeHidden();
	for (const name of ['x86-64', 'arm64'])
		await expect(endOf(name)).toBeVisible({ timeout: 150_000 });
}

const assemblyOn = (page: Page, side: string) =>
	page.getByRole('grid', { name: new RegExp(`^Assembly of .* on ${side}`) });

/** The parameters of the page's address, sorted. */
const askedFor = (page: Page) => [...new URL(page.url()).searchParams].sort();

test('an exercise about ARM opens with both architectures, runs on both, and is unchanged after a reload', async ({
	page
}) => {
	await open(page, atomicStore);
	await expect(page).toHaveURL(/beside=arm64/);
	const arm = page.getByRole('region', { name: 'arm64', exact: true });
	await expect(arm.getByText('No arm64 runner that can measure this is connected')).toBeVisible();
	const table = page.getByRole('table').first();
	await expect(table.getByRole('columnheader', { name: 'arm64' })).toBeVisible();
	// The document's figure for its M1 is shown before any run.
	await expect(table.getByRole('cell', { name: '5.91' })).toBeVisible();
	expect(await complaintsOfAxe(page)).toEqual([]);

	await runBoth(page);
	await page.getByRole('button', { name: 'Show without predicting' }).click();
	await expect(assemblyOn(page, 'x86-64')).toBeVisible();
	await expect(assemblyOn(page, 'arm64')).toBeVisible();
	const row = table.getByRole('row', { name: /^Inc\b/ }).first();
	// Other tests use the core as well, and too noisy a run has no number.
	await runAgainUntil(page, row.getByText('±'), row.filter({ hasNotText: '±' }), () =>
		runBoth(page)
	);
	await expect(row.getByText('no arm64 runner for this')).toBeVisible();
	await expect(
		page.getByText(/^Counted exactly, per iteration: .* on x86-64 and .* on arm64/)
	).toBeVisible();
	await expect(
		page.getByRole('heading', { name: /\(measured, .*arm64 \(documented, .*M1/ })
	).toBeVisible();
	expect(await complaintsOfAxe(page)).toEqual([]);

	const [asked, heading] = [askedFor(page), await page.locator('#compare').innerText()];
	expect(asked.map(([name]) => name)).toContain('beside-run');
	await page.reload();
	await page.getByRole('button', { name: 'Show without predicting' }).click();
	await expect(page.getByRole('heading', { name: heading })).toBeVisible();
	expect(askedFor(page)).toEqual(asked);
	await expect(assemblyOn(page, 'arm64')).toBeVisible();
});

test('figures of the document that answer the question are shown after the prediction, also on two sides', async ({
	page
}) => {
	const figure = page.getByText('44.1', { exact: true });
	const later = page.getByText(/^The document’s figures answer the question/);
	for (const address of [contendedCounters, `${contendedCounters}?beside=none`]) {
		await open(page, address);
		await expect(later).toBeVisible();
		await expect(figure).toHaveCount(0);
		await expect(page.getByRole('heading', { name: /documented/ })).toHaveCount(0);
		await predict(page, 6);
		await expect(later).toHaveCount(0);
		await page.getByText('All numbers as a table').click();
		await expect(figure.first()).toBeVisible();
		await page.getByRole('button', { name: 'Change' }).click();
		await expect(later).toBeVisible();
	}
});

test('a source line highlights its instructions on both sides, also by keyboard', async ({
	page
}) => {
	await open(page, `${storeForwarding}?beside=arm64`);
	await page.getByRole('button', { name: 'Show the assembly' }).first().click();
	for (const side of ['x86-64', 'arm64']) await expect(assemblyOn(page, side)).toBeVisible();
	const line = page
		.getByRole('grid', { name: /^Source of/ })
		.getByRole('row', { name: /packet\.word = / });
	await line.focus();
	await page.keyboard.press('Enter');
	for (const side of ['x86-64', 'arm64'])
		await expect(assemblyOn(page, side).getByRole('row', { selected: true })).not.toHaveCount(0);
});

test('any exercise can be switched to side by side and back, and the address has the choice', async ({
	page
}) => {
	await open(page, storeForwarding);
	const choice = page.getByRole('combobox', { name: 'Side by side with' });
	await choice.selectOption('arm64');
	await expect(page.getByRole('region', { name: 'arm64', exact: true })).toBeVisible();
	await expect(page).toHaveURL(/beside=arm64/);
	await page.reload();
	await expect(page.getByRole('region', { name: 'arm64', exact: true })).toBeVisible();
	await choice.selectOption('none');
	await expect(page.getByRole('region', { name: 'arm64', exact: true })).toHaveCount(0);
	await expect(page).not.toHaveURL(/beside/);
});

test('one source by two compilers shows both listings, the ratio and what differs in the machine code', async ({
	page
}) => {
	await open(page, '/exercises/free-play');
	const choice = page.getByRole('combobox', { name: 'Side by side with' });
	await choice.selectOption({ label: 'beside GCC 14' });
	await expect(page).toHaveURL(/beside=x86-64%3Agcc-14/);
	await runButton(page).click();
	const own = await page.getByRole('combobox', { name: 'Compiler' }).inputValue();
	const name = own.replace('clang-', 'Clang ');
	for (const side of [name, 'GCC 14']) {
		const head = page.getByRole('region', { name: side, exact: true });
		await expect(head.getByText(/^Finished/)).toBeVisible({ timeout: 150_000 });
		await expect(assemblyOn(page, side)).toBeVisible();
	}
	const compared = page.getByRole('region', { name: 'The same source by two compilers' });
	await expect(compared.getByRole('columnheader', { name: `GCC 14 / ${name}` })).toBeVisible();
	await expect(compared.getByText(/^\d+\.\d\d×$/).first()).toBeVisible();
	await expect(compared.getByText(/^The compiler differs: /)).toBeVisible();
	expect(await complaintsOfAxe(page)).toEqual([]);
	await page.reload();
	await expect(compared.getByText(/^The compiler differs: /)).toBeVisible();
	const bar = page.getByRole('region', { name: 'The answer' });
	await expect(bar.getByRole('status')).toHaveText(/^Finished/);
	await edit(page, 'uint64_t kernel(uint64_t n) { return n; }\n');
	await expect(bar.getByRole('status')).toHaveText('Changed since the run.');
});

test.describe('on a screen 360 px wide', () => {
	test.use({ viewport: { width: 360, height: 740 } });

	test('two sides need no horizontal scrolling', async ({ page }) => {
		for (const path of [atomicStore, '/exercises/associativity?beside=arm64']) {
			await open(page, path);
			await expect(page.getByRole('region', { name: 'arm64', exact: true })).toBeVisible();
			expect(await overflow(page)).toBe(0);
		}
	});
});

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false });

	test('both sides, the source and the documented figures can be read', async ({ page }) => {
		await page.goto(atomicStore);
		await expect(
			page.getByText('No arm64 runner that can measure this is connected')
		).toBeVisible();
		await expect(page.getByText('uint64_t kernel').first()).toBeVisible();
		await expect(page.getByRole('cell', { name: '5.91' })).toBeVisible();
	});

	test('documented figures that wait for a prediction elsewhere can be read', async ({ page }) => {
		for (const address of [contendedCounters, `${contendedCounters}?beside=none`]) {
			await page.goto(address);
			// Playwright matches no text within <noscript>.
			const given = page.locator('noscript:has(table)');
			await given.locator('summary').click();
			await expect(given.locator('table')).toBeVisible();
			expect(await given.locator('table').innerText()).toContain('44.1');
		}
	});
});
