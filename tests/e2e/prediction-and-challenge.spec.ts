import type { Page } from '@playwright/test';
import {
	complaintsOfAxe,
	expect,
	expectNewEnd,
	open,
	predict,
	runAgainUntilMeasured,
	runByKeys,
	runSharedToTheEnd,
	test,
	whatIsACycle
} from './learner.ts';

const challenge = (page: Page) => page.getByRole('region', { name: /^Challenge/ });

/** Has a wrong result for every seed, and one multiplication too many. */
const own = `#include "cyclelab.h"

/* My own try. */
uint64_t kernel(uint64_t iterations) {
	uint64_t a = 3;
	for (uint64_t i = 0; i < iterations; i++) a = a * a * a + i;
	return a;
}
`;

test('a prediction and a revised prediction are compared with the run', async ({ page }) => {
	test.slow();
	await open(page, whatIsACycle);
	await predict(page, 12);
	await expect(page.getByText('Run it to see how near you are.')).toBeVisible();
	await runSharedToTheEnd(page);
	await runAgainUntilMeasured(page);
	await expect(
		page.getByText(/^Measured .*Your prediction was too high by a factor of [\d.]+\.$/)
	).toBeVisible();
	const idea = page.getByText(
		'You said 12×: that is what one expects if a multiplication is a series of additions, one for each bit.'
	);
	await expect(idea).toBeVisible();
	await expect(page.getByText('in one tree of adders')).toBeVisible();
	expect(await complaintsOfAxe(page)).toEqual([]);
	await page.getByRole('button', { name: 'Change', exact: true }).click();
	// Changing the prediction hides the results until a new number is committed.
	await expect(page.getByRole('heading', { name: 'First, your prediction' })).toBeVisible();
	await predict(page, 3);
	await expect(page.getByText(/^Measured /)).toContainText(/inside the interval|within a quarter/);
	await expect(page.getByText(/^You said/)).toHaveCount(0);
});

test('the solution is shown with the learner’s attempt and the numbers of both, and the learner’s text can be restored', async ({
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
