/** Whether a page can be read by everybody, in each look it has. */
import type { Page } from '@playwright/test';
import { complaintsOfAxe, expect } from './learner.ts';

const wide = { width: 1440, height: 900 };
const narrow = { width: 360, height: 740 };
/** Colours differ by theme and what stands where by width; the fourth pair would show axe nothing new. */
const looks = [
	{ colorScheme: 'light', size: wide },
	{ colorScheme: 'dark', size: wide },
	{ colorScheme: 'dark', size: narrow }
] as const;

/** Pixels that a page is wider than its window. */
export const overflow = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** A page as it stands, in every look: axe finds nothing, and nothing has to be scrolled sideways to be read. */
export async function expectReadable(what: string, page: Page): Promise<void> {
	for (const { colorScheme, size } of looks) {
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
		await page.setViewportSize(size);
		const where = `${what}, ${colorScheme}, ${size.width} px`;
		expect([where, await complaintsOfAxe(page)]).toEqual([where, []]);
		expect([where, await overflow(page)]).toEqual([where, 0]);
	}
}
