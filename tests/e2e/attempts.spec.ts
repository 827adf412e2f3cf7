import type { Page } from '@playwright/test';
import {
	complaintsOfAxe,
	edit,
	expect,
	expectEnd,
	open,
	predict,
	runAgainUntil,
	runAgainUntilMeasured,
	runButton,
	runByKeys,
	runSharedToTheEnd,
	test,
	whatIsACycle
} from './learner.ts';

const fewer = `#include "cyclelab.h"

/* One multiplication an iteration instead of three. */
uint64_t kernel(uint64_t iterations) {
	uint64_t x = iterations | 1;
	for (uint64_t i = 0; i < iterations; i++) x = (x ^ i) * 6364136223846793005u;
	return x;
}
`;

const diffOf = (page: Page, what: RegExp) => page.getByRole('region', { name: what });

test('every run is stored with its prediction, and any two can be compared: numbers, samples, source, assembly', async ({
	page
}) => {
	test.slow();
	await open(page, whatIsACycle);
	await page.getByRole('tab', { name: /^Three multiplications/ }).click();
	await predict(page, 3);
	await runSharedToTheEnd(page);
	await runAgainUntilMeasured(page);
	await expect(page.getByRole('link', { name: /^Your attempts \(\d\)/ })).toBeVisible();

	await edit(page, fewer);
	await runByKeys(page);
	const mine = page
		.locator('section[aria-labelledby=compare]')
		.getByRole('row', { name: /^Three multiplications/ });
	await runAgainUntil(page, mine.filter({ hasText: '±' }), mine.filter({ hasNotText: '±' }));
	await page.getByRole('link', { name: 'Compare with your last attempt' }).click();

	await expect(page.getByRole('heading', { level: 1 })).toHaveText(
		'Your attempts at What is a cycle?'
	);
	// A run that was too noisy, and was repeated, is an attempt as well.
	const list = page.getByRole('region', { name: 'Your attempts' });
	await expect(list.getByText('changed: Three multiplications').first()).toBeVisible();
	const given = list.getByRole('row', { name: 'as given' }).first();
	await given.getByRole('radio', { name: /^First/ }).check();
	const removing = list.getByRole('button', { name: /^Remove the attempt of/ });
	await expect(list.getByText('3×', { exact: true })).toHaveCount(await removing.count());

	const both = page.getByRole('region', { name: 'Two attempts side by side' });
	const row = both.getByRole('row', { name: /^Three multiplications/ });
	// One multiplication has a latency of three cycles, three have nine.
	const verdict = /\d×.*(faster|too noisy to compare)/s;
	await expect(row).toContainText(verdict);
	const source = diffOf(page, /^Source of Three multiplications/);
	await expect(
		source.getByRole('row', { name: /only in the second.*6364136223846793005u/ })
	).toBeVisible();
	await expect(source.getByRole('row', { name: /only in the first/ }).first()).toBeVisible();
	await expect(
		diffOf(page, /^Assembly of/)
			.getByRole('row', { name: /only in the first.*imul/ })
			.first()
	).toBeVisible();
	await expect(
		page.getByRole('img', { name: /^Samples of Three multiplications\. First: \d+ samples/ })
	).toBeVisible();
	expect(await complaintsOfAxe(page)).toEqual([]);

	await both.getByRole('tab', { name: 'Three additions' }).click();
	await expect(page.getByText('The source is the same in both.')).toBeVisible();
	await expect(page.getByText('The machine code is the same in both.')).toBeVisible();

	// Opens the same comparison by its address, and removes attempts until one is left.
	await page.reload();
	await expect(row).toContainText(verdict);
	for (let left = await removing.count(); left > 1; left--) {
		await removing.first().click();
		await expect(removing).toHaveCount(left - 1);
	}
	await expect(page.getByText('Choose two different attempts to compare them.')).toBeVisible();
});

test('a learner who returns to an exercise finds its state, and the progress of a running run', async ({
	page
}) => {
	test.slow();
	await open(page, whatIsACycle);
	await predict(page, 3);
	await page.getByRole('button', { name: /^Run/ }).click();
	await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
	// Leaves before the run's end, perhaps before the site accepted it, and returns without the run's address.
	await page.goto('/');
	await page.goto(whatIsACycle);
	await expectEnd(page);
	await expect(page.getByRole('link', { name: 'Your attempts (1)' })).toBeVisible();
	await runAgainUntilMeasured(page);

	await page.goto('/');
	await page.goto(whatIsACycle);
	await expect(page.getByText(/^Taken up where you left it: your run of/)).toBeVisible();
	await expect(page.getByRole('heading', { name: 'You predicted' })).toBeVisible();
	await expect(page.getByText(/^Measured .*×/)).toBeVisible();
});

test('returning to an exercise does not show a cancelled or removed run', async ({ page }) => {
	test.slow();
	await open(page, whatIsACycle);
	await predict(page, 3);
	await runSharedToTheEnd(page);
	await runButton(page).click();
	await page.getByRole('button', { name: 'Cancel' }).click();
	await expect(page.getByText('Cancelled. Nothing was kept.')).toBeVisible();
	await expect(runButton(page)).toBeEnabled();
	const takenUp = page.getByText(/^Taken up where you left it: your run of/);
	await page.goto('/');
	await page.goto(whatIsACycle);
	await expect(takenUp).toBeVisible();

	await page.getByRole('link', { name: 'Your attempts (1)' }).click();
	await page.getByRole('button', { name: /^Remove the attempt of/ }).click();
	await expect(page.getByRole('button', { name: /^Remove the attempt of/ })).toHaveCount(0);
	await open(page, whatIsACycle);
	await expect(takenUp).toBeHidden();
	await expect(page.getByText(/^Finished/)).toBeHidden();
});
