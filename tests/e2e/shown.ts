/** Shell: looks at failures on a page, for axe and for the eye. */
import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import type { Failure } from '@cyclelab/contract/schema/failure';
import { expect } from './learner.ts';
import { expectReadable } from './looks.ts';
import { takeSeat } from './room.ts';

const shots = process.env.CYCLELAB_SHOTS;

/** Checks the page in each theme and width; with CYCLELAB_SHOTS it saves screenshots to that folder. */
export async function look(what: string, page: Page): Promise<void> {
	await expectReadable(what, page);
	if (!shots) return;
	await mkdir(shots, { recursive: true });
	for (const [colorScheme, width] of [
		['light', 1280],
		['dark', 360]
	] as const) {
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize({ width, height: 900 });
		await page.screenshot({ path: `${shots}/${what} ${colorScheme}.png`, fullPage: true });
	}
}

/** Expects each title and hint to be visible in full: not cut at an edge and not scrolled out of a box. */
export async function expectShown(
	page: Page,
	failures: readonly Pick<Failure, 'title' | 'hint'>[]
) {
	for (const { title, hint } of failures)
		for (const words of [title, hint]) {
			const place = page.getByText(words).first();
			await expect(place).toBeVisible();
			const cut = await place.evaluate((element) => {
				const { left, right } = element.getBoundingClientRect();
				const hidden = getComputedStyle(element).textOverflow === 'ellipsis';
				return (
					hidden || left < 0 || right > innerWidth || element.scrollWidth > element.clientWidth + 1
				);
			});
			expect([words, cut]).toEqual([words, false]);
		}
}

/** A new browser's page of a participant of the workshop. */
export async function seated(
	browser: Browser,
	site: string,
	code: string,
	token: string,
	path: string
): Promise<Page> {
	const page = await (await browser.newContext()).newPage();
	await page.goto(site);
	await takeSeat(page, code, token);
	await page.goto(site + path);
	return page;
}
