import { expect, open, test, whatIsACycle, workingSet } from './learner.ts';

test('a link opens an exercise at a variant and in a language, without a run', async ({ page }) => {
	const asked: string[] = [];
	page.on('request', (request) => {
		if (request.method() === 'POST') asked.push(request.url());
	});
	await open(page, `${whatIsACycle}?variant=multiply&language=go&target=arm64`);
	await expect(page.getByRole('tab', { selected: true })).toHaveText(/Three multiplications/);
	await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('go');
	await expect(page.getByRole('combobox', { name: 'Target' })).toHaveValue('arm64');
	await page.getByRole('tab', { name: 'Add a register, xor, add it' }).click();
	await expect(page).toHaveURL(/[?&]variant=register\b/);
	expect(asked).toEqual([]);
});

test('a link opens an exercise at a value of its parameter, and selecting a point of the chart changes the address', async ({
	page
}) => {
	await open(page, `${workingSet}?at=sequential:65536`);
	const chart = page.getByRole('slider', { name: /documented, predicted and measured/ });
	const told = /^In order, one line after another, 64 KiB: .*documented/;
	await expect(chart).toHaveAttribute('aria-valuetext', told);
	await chart.focus();
	await page.keyboard.press('Home');
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/[?&]at=sequential%3A4096\b/);
	await chart.blur();
	await expect(chart).toHaveAttribute('aria-valuetext', /^In order, .*, 4 KiB: /);
});
