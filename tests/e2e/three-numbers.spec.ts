import {
	column,
	expect,
	open,
	predict,
	runAgainUntilMeasured,
	runSharedToTheEnd,
	storeForwarding,
	test,
	workingSet
} from './learner.ts';
import { expectReadable } from './looks.ts';

test('a learner who predicts and runs sees three numbers for every variant, and the summary', async ({
	page
}) => {
	await open(page, storeForwarding);
	await predict(page, 2);
	await runSharedToTheEnd(page);
	await runAgainUntilMeasured(page);

	const measured = await column(page, /^measured/i);
	const predicted = await column(page, /^predicted/i);
	expect(measured.length).toBeGreaterThanOrEqual(2);
	for (const cell of [...measured, ...predicted]) expect(cell).toMatch(/\d/);
	// This document has no figure for the effect: no column of empty cells.
	await expect(page.getByRole('columnheader', { name: /^documented/i })).toHaveCount(0);
	await expect(page.getByText(/^Measured .*Your prediction/)).toBeVisible();
	await expect(page.getByText('What is claimed')).toBeVisible();
});

test('the working set is swept, the page lists the steps in the measured points, and axe finds nothing', async ({
	page
}) => {
	test.slow();
	await open(page, workingSet);
	await predict(page, 3);
	await runSharedToTheEnd(page);
	await expect(page.getByText('Steps found in the measured points')).toBeVisible();
	await expect(page.getByText(/between .* and .*, from .* to /).first()).toBeVisible();
	// The runs of other machines, whose drawing arrives when it is loaded, have such a table too.
	const comparison = page.locator('section[aria-labelledby=compare]');
	await comparison.getByText('All numbers as a table').click();
	// The smallest row: the document's figure, the prediction and the measurement.
	const smallest = comparison.getByRole('row', { name: /^4\s?KiB/ });
	const numbers = (await smallest.getByRole('cell').allInnerTexts()).filter((text) =>
		/\d/.test(text)
	);
	expect(numbers.length).toBeGreaterThanOrEqual(3);
	await expectReadable('a swept exercise', page);
});

test('results stay hidden until the learner commits to a prediction', async ({ page }) => {
	await open(page, storeForwarding);
	await runSharedToTheEnd(page);
	await expect(
		page.getByText('The results are here. Commit to a number to see them.')
	).toBeVisible();
	for (const cell of await column(page, /^measured/i)) expect(cell).not.toMatch(/\d/);
	await page.getByRole('button', { name: 'Show without predicting' }).click();
	for (const cell of await column(page, /^measured/i)) expect(cell).toMatch(/\d/);
});
