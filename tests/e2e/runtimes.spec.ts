import { column, expect, open, predict, runToTheEnd, test } from './learner.ts';

const priceOfPause = '/exercises/price-of-pause';

test('C# runs on both runtimes side by side, and each row has the code and compiler of its runtime', async ({
	page
}) => {
	test.slow();
	await open(page, `${priceOfPause}?language=cs`);
	await expect(page.getByRole('combobox', { name: 'Compiler' })).toHaveCount(0);
	await expect(page.getByText('.NET 8.0 and Mono 6.12')).toBeVisible();
	await predict(page, 500);
	await runToTheEnd(page);

	for (const runtime of ['CoreCLR', 'Mono'])
		await expect(
			page.getByRole('row', { name: new RegExp(`One addition, ${runtime} .*\\d`) })
		).toBeVisible();
	expect((await column(page, /^measured/i)).every((cell) => /\d/.test(cell))).toBe(true);

	await page.getByRole('tab', { name: 'One addition, Mono' }).click();
	await expect(page.getByText(/^Mono compiled this code ahead of time/)).toBeVisible();
	await expect(
		page.getByRole('heading', { name: /^Assembly for x86-64, Mono 6\.12/ })
	).toBeVisible();

	// C has another prediction, which the learner has not made yet.
	await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'C' });
	await expect(page.getByRole('heading', { name: 'Predict', exact: true })).toBeVisible();
	await expect(page.getByRole('tab', { name: 'One addition', exact: true })).toHaveAttribute(
		'aria-selected',
		'true'
	);
});
