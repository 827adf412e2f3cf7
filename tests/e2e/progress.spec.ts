import { readFile } from 'node:fs/promises';
import {
	complaintsOfAxe,
	expect,
	open,
	predict,
	runSharedToTheEnd,
	test,
	whatIsACycle
} from './learner.ts';

test('progress can be moved to another browser as a file and deleted, and an invalid file is refused', async ({
	page,
	browser,
	baseURL
}) => {
	test.slow();
	await open(page, whatIsACycle);
	await predict(page, 3);
	await runSharedToTheEnd(page);
	await page.getByRole('link', { name: 'Your progress' }).click();
	const row = page.getByRole('row', { name: /^What is a cycle\?/ });
	await expect(row).toContainText('run');
	await expect(page.getByRole('region', { name: 'What to do next' })).toContainText(
		'It is the first exercise of the path that you have not run'
	);
	const learnt = page.getByRole('region', { name: 'What you have learnt' });
	await expect(learnt.getByRole('link', { name: 'latency' })).toBeVisible();
	expect(await complaintsOfAxe(page)).toEqual([]);
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Save to a file' }).click()
	]);
	expect(download.suggestedFilename()).toMatch(/^cyclelab-progress-\d{4}-\d\d-\d\d\.json$/);
	const file = await readFile(await download.path());

	const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
	const elsewhere = await other.newPage();
	await elsewhere.goto('/progress');
	const there = elsewhere.getByRole('row', { name: /^What is a cycle\?/ });
	await expect(there).toContainText('not begun');
	const choose = elsewhere.getByLabel('Read from a file');
	await expect(choose).toBeEnabled();
	const give = (name: string, buffer: Buffer) =>
		choose.setInputFiles({ name, mimeType: 'application/json', buffer });
	await give('notes.json', Buffer.from('hello'));
	await expect(elsewhere.getByText(/^That is no file of Cyclelab’s progress/)).toBeVisible();
	await give('progress.json', file);
	await expect(elsewhere.getByText(/^Taken over: \d+ values and 1 attempt\.$/)).toBeVisible();
	await expect(there).toContainText('run');
	await there.getByRole('link', { name: 'Attempts: 1, What is a cycle?' }).click();
	await expect(elsewhere.getByRole('region', { name: 'Your attempts' })).toContainText('3×');
	await elsewhere.goto(whatIsACycle);
	await expect(elsewhere.getByText(/^Taken up where you left it/)).toBeVisible();
	await other.close();

	await page.getByRole('button', { name: 'Forget everything here' }).click();
	await page.getByRole('button', { name: 'Yes, forget them' }).click();
	await expect(page.getByText('Nothing is kept here any more.')).toBeVisible();
	await expect(row).toContainText('not begun');
});

test('every badge and heading shows its entry of the glossary on the page, and links to it', async ({
	page
}) => {
	test.slow();
	await open(page, '/exercises/store-forwarding');
	await predict(page, 2);
	await runSharedToTheEnd(page);
	const links = page.locator('main a[href^="/glossary#"]');
	await expect(links.first()).toBeVisible();
	const places = await links.evaluateAll((all) =>
		all.map((link) => link.getAttribute('href') ?? '')
	);
	expect(new Set(places).size).toBeGreaterThan(10);
	const address = page.url();
	const word = page.getByRole('link', { name: /^store forwarding/ }).first();
	await word.focus();
	await page.keyboard.press('Enter');
	const note = page.getByRole('dialog', { name: 'store forwarding' });
	await expect(note).toBeFocused();
	await expect(note).toContainText(
		'A load that reads what was just stored gets it from the store buffer'
	);
	expect(page.url()).toBe(address);
	expect(await complaintsOfAxe(page)).toEqual([]);
	await page.keyboard.press('Escape');
	await expect(note).toHaveCount(0);
	await expect(word).toBeFocused();
	await word.click();
	await note.getByRole('link', { name: 'In the glossary' }).click();
	await expect(note).toHaveCount(0);
	await expect(page).toHaveURL(/\/glossary#store-forwarding$/);
	for (const place of new Set(places))
		await expect(page.locator(`[id="${place.replace('/glossary#', '')}"]`)).toHaveCount(1);
	expect(await complaintsOfAxe(page)).toEqual([]);
});

test('the glossary is searched without a request, and every match keeps its address', async ({
	page
}) => {
	await page.goto('/glossary');
	const search = page.getByRole('searchbox', { name: 'Search the glossary' });
	await expect(search).toBeEnabled();
	await page.waitForLoadState('networkidle');
	const requests: string[] = [];
	page.on('request', (request) => requests.push(request.url()));
	await search.fill('uop retire');
	await expect(page.getByRole('status')).toHaveText(/^1 of \d+ terms$/);
	await expect(page.locator('dt')).toHaveText(['reorder buffer']);
	expect(await complaintsOfAxe(page)).toEqual([]);
	await search.fill('nonsense');
	await expect(page.getByText(/^No term contains all of these words\./)).toBeVisible();
	await search.fill('');
	await expect(page.locator('dt').nth(50)).toBeVisible();
	expect(requests).toEqual([]);
});
