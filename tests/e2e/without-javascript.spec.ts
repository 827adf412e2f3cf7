import { expect, storeForwarding, test, workingSet } from './learner.ts';

test.use({ javaScriptEnabled: false });

test('without JavaScript the story, the sources and the documented numbers can be read', async ({
	page
}) => {
	await page.goto('/');
	await expect(page.getByRole('link', { name: /store forwarding/i }).first()).toBeVisible();
	await page.goto(storeForwarding);
	await expect(page.getByRole('heading', { level: 1, name: /store forwarding/i })).toBeVisible();
	await expect(page.getByText('uint64_t kernel').first()).toBeVisible();
	await expect(page.getByRole('cell', { name: 'not given' }).first()).toBeVisible();

	await page.goto(workingSet);
	await page.getByText('All numbers as a table').click();
	await expect(page.getByRole('cell', { name: /^\d/ }).first()).toBeVisible();
});
