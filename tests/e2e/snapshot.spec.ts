import {
	complaintsOfAxe,
	expect,
	open,
	predict,
	runToTheEnd,
	storeForwarding,
	test
} from './learner.ts';
import { keep, measured } from './kept.ts';

test('what one person shares, somebody else opens and sees the same, with everything it came from', async ({
	page,
	browser,
	baseURL
}) => {
	await open(page, storeForwarding);
	await predict(page, 2);
	await runToTheEnd(page);
	await page.getByRole('button', { name: 'Share' }).click();
	const note = await page.getByText(/Permanent page: http/).innerText();
	const address = /http\S+/.exec(note)?.[0] ?? '';
	const row = page.getByRole('row', { name: /One word, read as a word/ });
	const seen = await row.getByRole('cell').allInnerTexts();

	const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
	const other = await context.newPage();
	await other.goto(address);
	await expect(other.getByText(/^Kept on .*This page never changes/)).toBeVisible();
	expect(
		await other
			.getByRole('row', { name: /One word, read as a word/ })
			.getByRole('cell')
			.allInnerTexts()
	).toEqual(seen);
	const from = other.getByLabel('Where these numbers come from');
	await expect(from).toContainText(/Clang 19 \(19\.\S+\)/);
	await expect(from).toContainText(/llvm-mca 19/);
	await expect(from).toContainText(/-O2/);
	await expect(other.getByRole('grid', { name: /^Assembly of/ })).toBeVisible();
	const raw = await (await other.request.get(`${address}.json`)).json();
	expect(raw.report.variants[0].points[0].measured.raw.length).toBeGreaterThan(5);
	await context.close();
});

for (const colorScheme of ['light', 'dark'] as const)
	test(`axe finds nothing on a kept run and in its frame, in the ${colorScheme} theme`, async ({
		page,
		request
	}) => {
		const id = await keep(request, measured);
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
		for (const width of [360, 1440]) {
			await page.setViewportSize({ width, height: 800 });
			await page.goto(`/s/${id}`);
			await expect(page.getByRole('heading', { name: 'For a review' })).toBeVisible();
			expect(await complaintsOfAxe(page)).toEqual([]);
			await page.goto(`/embed/s/${id}`);
			expect(await complaintsOfAxe(page)).toEqual([]);
			await page.getByRole('button', { name: 'Show without predicting' }).click();
			expect(await complaintsOfAxe(page)).toEqual([]);
		}
	});
