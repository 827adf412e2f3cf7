import { expect, runButton, runByKeys, test } from './learner.ts';

test('a learner finds, predicts, runs and reads an exercise with the keyboard alone', async ({
	page
}) => {
	test.slow();
	await page.goto('/');
	const link = page.getByRole('link', { name: /store forwarding/i }).first();
	for (let presses = 0; presses < 40; presses++) {
		if (await link.evaluate((element) => element === document.activeElement)) break;
		await page.keyboard.press('Tab');
	}
	await expect(link).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/store-forwarding/);
	// Tab skips controls until the scripts have loaded.
	await expect(runButton(page)).toBeEnabled();

	const slider = page.getByRole('slider', { name: 'Your prediction, as a ratio' });
	for (let presses = 0; presses < 60; presses++) {
		if (await slider.evaluate((element) => element === document.activeElement)) break;
		await page.keyboard.press('Tab');
	}
	await expect(slider).toBeFocused();
	const before = await slider.inputValue();
	await page.keyboard.press('ArrowRight');
	expect(await slider.inputValue()).not.toBe(before);
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { name: 'You predicted' })).toBeVisible();
	await runByKeys(page);

	const source = page.getByRole('grid', { name: /^Source of/ });
	for (let presses = 0; presses < 60; presses++) {
		if (await source.evaluate((element) => element.contains(document.activeElement))) break;
		await page.keyboard.press('Tab');
	}
	expect(await source.evaluate((element) => element.contains(document.activeElement))).toBe(true);
});
