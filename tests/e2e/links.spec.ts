import { expect, open, storeForwarding, test, workingSet } from './learner.ts';

test('a link opens an exercise at a variant and in a language, and nothing runs', async ({
	page
}) => {
	const asked: string[] = [];
	page.on('request', (request) => {
		if (request.method() === 'POST') asked.push(request.url());
	});
	await open(page, `${storeForwarding}?variant=bytes&language=cpp&target=x86-64`);
	await expect(page.getByRole('tab', { selected: true })).toHaveText(/Four bytes, read as a word/);
	await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('cpp');
	await page.getByRole('tab', { name: 'Two words, read as a double word' }).click();
	await expect(page).toHaveURL(/[?&]variant=pair\b/);
	expect(asked).toEqual([]);
});

test('a link opens an exercise at a value of its parameter, and a point of the chart becomes a link', async ({
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
