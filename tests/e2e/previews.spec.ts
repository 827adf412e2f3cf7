/** What an exercise asks, as a drawing: on the home page, at the beginning of its page, and as a picture for links. */
import { expect, storeForwarding, test } from './learner.ts';

const asked = 'A bar for “One word, read as a word”, and a bar of unknown length for';

test('the home page and the exercise show what the exercise asks', async ({ page }) => {
	await page.goto('/');
	await expect(page.getByRole('img', { name: asked })).toBeVisible();
	await page.goto(storeForwarding);
	await expect(page.getByRole('img', { name: asked })).toBeVisible();
});

test('a link preview gets a picture of the question, 1200 by 630', async ({ page, request }) => {
	await page.goto(storeForwarding);
	const content = (property: string) =>
		page.locator(`meta[property="${property}"]`).getAttribute('content');
	expect(await content('og:image:alt')).toContain(asked);
	const address = await content('og:image');
	expect(address).toBe(new URL(`${storeForwarding}/preview.png`, page.url()).href);
	const answer = await request.get(`${address}`);
	expect(answer.headers()).toMatchObject({
		'content-type': 'image/png',
		'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
		'cross-origin-resource-policy': 'cross-origin'
	});
	// Width and height stand in a PNG's first chunk.
	const png = await answer.body();
	expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
	expect((await request.get('/exercises/none/preview.png')).status()).toBe(404);
});
