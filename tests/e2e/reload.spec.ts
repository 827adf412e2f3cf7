import {
	expect,
	expectEnd,
	open,
	runButton,
	storeForwarding,
	test,
	workingSet
} from './learner.ts';

test('a page reloaded during a run follows the same run to its end', async ({ page }) => {
	test.slow();
	await open(page, workingSet);
	await runButton(page).click();
	await expect(page).toHaveURL(/run=/);
	await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
	const address = page.url();
	await page.reload();
	expect(page.url()).toBe(address);
	await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
	await expectEnd(page);
});

test('two tabs that run the same exercise at once both show their numbers', async ({
	page,
	context
}) => {
	test.slow();
	const other = await context.newPage();
	await open(page, storeForwarding);
	await open(other, storeForwarding);
	await runButton(page).click();
	await runButton(other).click();
	await expectEnd(page);
	await expectEnd(other);
	expect(new URL(page.url()).searchParams.get('run')).not.toBe(
		new URL(other.url()).searchParams.get('run')
	);
});
