import type { Page } from '@playwright/test';
import {
	complaintsOfAxe,
	expect,
	expectNewEnd,
	open,
	predict,
	runByKeys,
	runUntilMeasured,
	test,
	whatIsACycle
} from './learner.ts';

const challenge = (page: Page) => page.getByRole('region', { name: /^Challenge/ });

/** Right in its result for no seed, and with one multiplication too many. */
const own = `#include "cyclelab.h"

/* My own try. */
uint64_t kernel(uint64_t iterations) {
	uint64_t a = 3;
	for (uint64_t i = 0; i < iterations; i++) a = a * a * a + i;
	return a;
}
`;

test('a prediction stands before the run and is held against it; a revised one too', async ({
	page
}) => {
	test.slow();
	await open(page, whatIsACycle);
	await predict(page, 12);
	await expect(page.getByText('Run it to see how near you are.')).toBeVisible();
	await runUntilMeasured(page);
	await expect(
		page.getByText(/^Measured .*Your prediction was too high by a factor of [\d.]+\.$/)
	).toBeVisible();
	await page.getByRole('button', { name: 'Change', exact: true }).click();
	// Changed after the fact, the results are hidden until there is a number again.
	await expect(page.getByRole('heading', { name: 'First, your prediction' })).toBeVisible();
	await predict(page, 3);
	await expect(page.getByText(/^Measured /)).toContainText(/inside the interval|as near as/);
});

test('the solution stands beside one’s own attempt with the numbers of both, and one’s own text comes back', async ({
	page
}) => {
	test.slow();
	await open(page, whatIsACycle);
	const card = challenge(page);
	await predict(page, 3);
	await card.getByRole('button', { name: 'Start', exact: true }).click();
	await expect(page.getByRole('textbox', { name: /^Source of/ })).toBeFocused();
	await page.keyboard.press('Control+A');
	await page.keyboard.insertText(own);
	await runByKeys(page);
	await expect(card.getByText(/^Not yet\./)).toBeVisible();

	await card.getByRole('button', { name: 'Show the solution' }).click();
	await card.getByRole('button', { name: 'Yes, show it' }).click();
	await expect(card.getByRole('heading', { name: 'Beside your own' })).toBeVisible();
	const beside = card.getByRole('region', { name: /yours and the solution$/ });
	await expect(beside.getByRole('row', { name: /only in yours.*My own try/ })).toBeVisible();
	await expect(
		card.getByText('Run the solution, and the numbers of both stand here.')
	).toBeVisible();

	await card.getByRole('button', { name: 'Run the solution' }).click();
	await expectNewEnd(page);
	const numbers = card.getByRole('region', { name: /^Numbers of both/ });
	await expect(numbers.getByRole('row', { name: /^Three multiplications/ })).toContainText('×');
	await expect(beside.getByRole('row', { name: /only in yours.*My own try/ })).toBeVisible();
	expect(await complaintsOfAxe(page)).toEqual([]);

	await card.getByRole('button', { name: 'Back to your own' }).click();
	await expect(page.getByText('My own try').first()).toBeVisible();
	await expect(card.getByRole('button', { name: 'Back to your own' })).toHaveCount(0);
});
