import type { Page } from '@playwright/test';
import {
	expect,
	open,
	predict,
	runToTheEnd,
	storeForwarding,
	test,
	workingSet
} from './learner.ts';
import { openRoom, walkThrough } from './room.ts';

test.use({ viewport: { width: 360, height: 740 } });

const overflow = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('on a screen 360 px wide nothing has to be scrolled sideways to be read', async ({ page }) => {
	test.slow();
	for (const path of ['/', '/runners', '/glossary', '/progress', '/exercises/free-play']) {
		await page.goto(path);
		expect([path, await overflow(page)]).toEqual([path, 0]);
	}
	for (const path of [storeForwarding, workingSet]) {
		await open(page, path);
		expect(await overflow(page)).toBe(0);
		await predict(page, 2);
		await runToTheEnd(page);
		expect(await overflow(page)).toBe(0);
		await page.getByRole('link', { name: 'Your attempts (1)' }).click();
		await expect(page.getByRole('heading', { name: /^Your attempts at/ })).toBeVisible();
		expect(await overflow(page)).toBe(0);
	}
});

test('nor on any page of a workshop, for its host or for somebody in it', async ({
	page,
	request
}) => {
	await walkThrough(await openRoom(request), page, async (what, shown) => {
		expect([what, await overflow(shown)]).toEqual([what, 0]);
	});
});
