import { expect, storeForwarding, test, whatIsACycle, workingSet } from './learner.ts';

test.use({ javaScriptEnabled: false });

test('without JavaScript the story, the sources and the documented numbers can be read', async ({
	page
}) => {
	await page.goto('/');
	await expect(page.getByRole('link', { name: /store forwarding/i }).first()).toBeVisible();
	await page.goto(storeForwarding);
	await expect(page.getByRole('heading', { level: 1, name: /store forwarding/i })).toBeVisible();
	await expect(page.getByText('uint64_t kernel').first()).toBeVisible();
	await expect(
		page.getByRole('heading', { name: 'The document gives no figures for these loops.' })
	).toBeVisible();

	await page.goto(workingSet);
	await page.getByText('All numbers as a table').click();
	await expect(page.getByRole('cell', { name: /^\d/ }).first()).toBeVisible();
});

test('without JavaScript a challenge, its goals and its hints can be read, but not its solution', async ({
	page
}) => {
	await page.goto(whatIsACycle);
	const card = page.getByRole('region', { name: 'Challenge' });
	// Playwright matches no text within <noscript>.
	const given = card.locator('noscript:has(ul)');
	await expect(given.locator('ul')).toBeVisible();
	expect(await given.innerText()).toContain(
		'It returns what the original returns, and setup() does no more than given.'
	);
	await card.getByText('Hint 3 of 3').click();
	await expect(card.getByText(/Which part of that product is known before/)).toBeVisible();
	await expect(card.getByRole('button', { name: 'Show the solution' })).toHaveCount(0);
	await expect(page.getByText('On other machines')).toBeVisible();
});

test('without JavaScript the list of runners, their descriptions and the way to add one can be read', async ({
	page
}) => {
	await page.goto('/runners');
	const row = page.getByRole('table', { name: 'All connected runners' }).getByRole('row').nth(1);
	const name = await row.getByRole('link').innerText();
	const runner = page.getByRole('region', { name: new RegExp(`^${name} `) });
	await expect(runner.getByText(/^(Ready|Takes no runs) since/)).toBeVisible();
	const caches = runner.getByRole('table', {
		name: `Caches of ${name}, as reported and as measured`
	});
	await expect(caches.getByRole('columnheader', { name: 'Measured to end' })).toBeVisible();
	await expect(page.getByText(/^npm run runner:token -- --label/)).toBeVisible();
});

test('without JavaScript the glossary is a plain list, without a field to search it', async ({
	page
}) => {
	await page.goto('/glossary');
	await expect(page.getByText(/^A queue of stores that were executed/)).toBeVisible();
	await expect(page.locator('#reorder-buffer').getByRole('link')).toHaveText([
		'reorder buffer',
		'What limits a loop?'
	]);
	await expect(page.getByRole('searchbox')).toBeHidden();
});

test('crawlers and feed readers find every exercise at the address of this site', async ({
	request,
	baseURL
}) => {
	const answers = await Promise.all(
		['/robots.txt', '/sitemap.xml', '/feed.xml'].map(async (path) => {
			const answer = await request.get(path);
			const [type] = (answer.headers()['content-type'] ?? '').split(';');
			return { status: answer.status(), type, text: await answer.text() };
		})
	);
	expect(answers.map(({ status, type }) => [status, type])).toEqual([
		[200, 'text/plain'],
		[200, 'application/xml'],
		[200, 'application/rss+xml']
	]);
	const [robots, sitemap, feed] = answers.map(({ text }) => text);
	expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
	const exercises = (await (await request.get('/api/exercises')).json()) as { slug: string }[];
	const addresses = exercises.map(({ slug }) => `${baseURL}/exercises/${slug}`);
	expect(addresses.filter((address) => !sitemap?.includes(`<loc>${address}</loc>`))).toEqual([]);
	expect(addresses.filter((address) => !feed?.includes(`<guid>${address}</guid>`))).toEqual([]);
});
