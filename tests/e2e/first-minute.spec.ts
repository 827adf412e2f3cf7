import { complaintsOfAxe, expect, runButton, runUntilMeasured, test } from './learner.ts';

test('a first visitor gets from the home page to a measurement with three clicks, and sees the next step', async ({
	page
}) => {
	test.slow();
	await page.goto('/');
	await expect(page.getByText(/minutes$/).first()).toBeVisible();
	// One click opens the exercise, a number and a click commit to a prediction, one click runs.
	await page.getByRole('link', { name: /^Start here: / }).click();
	await expect(page).toHaveURL(/\/exercises\//);
	const title = await page.getByRole('heading', { level: 1 }).innerText();
	const steps = page.getByRole('navigation', { name: 'Steps of this exercise' });
	await expect(steps.getByRole('link', { name: 'Predict' })).toHaveAttribute(
		'aria-current',
		'step'
	);
	await page.getByRole('spinbutton', { name: 'Your prediction, as a ratio' }).fill('2');
	await page.getByRole('button', { name: 'Commit to it' }).click();
	await expect(steps.getByRole('link', { name: 'Run' })).toHaveAttribute('aria-current', 'step');
	await expect(runButton(page)).toBeFocused();
	await runUntilMeasured(page);
	// The answer stands at the code: the prediction, what was measured, and where to go on.
	await expect(page.getByText('You predicted 2×.')).toBeVisible();
	const bar = page.getByRole('region', { name: 'The answer' });
	await expect(bar).toBeInViewport();
	await expect(bar).toContainText(/You guessed 2×, measured \S+×\./);
	await bar.getByRole('link', { name: 'Compare' }).click();
	await expect(steps.getByRole('link', { name: 'Explain' })).toHaveAttribute(
		'aria-current',
		'step'
	);
	await page.getByRole('link', { name: 'Why?' }).click();
	await expect(steps.getByRole('link', { name: 'Explain (done)' })).toBeVisible();
	await expect(steps.getByRole('link', { name: 'Challenge' })).toHaveAttribute(
		'aria-current',
		'step'
	);
	expect(await complaintsOfAxe(page)).toEqual([]);

	await page.getByRole('link', { name: 'cyclelab' }).click();
	const on = page.getByRole('link', { name: /^Go on with: / });
	await expect(on).toBeVisible();
	await expect(on).not.toContainText(title);
	const step = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) });
	await expect(step.getByText('run', { exact: true })).toBeVisible();
	// The picture of the question has its answer.
	await expect(step.getByRole('img', { name: / as measured\.$/ })).toBeVisible();
	await expect(page.getByText(/^1 of \d+ run, \d+ minutes left$/).first()).toBeVisible();
	expect(await complaintsOfAxe(page)).toEqual([]);
});
