/** Checks the accessibility and width of a page in each theme and window size. */
import type { Page } from '@playwright/test';
import { complaintsOfAxe, expect } from './learner.ts';

const wide = { width: 1440, height: 900 };
const narrow = { width: 360, height: 740 };
/** Themes differ in colours and widths in layout, so axe finds nothing new in the fourth combination. */
const looks = [
	{ colorScheme: 'light', size: wide },
	{ colorScheme: 'dark', size: wide },
	{ colorScheme: 'dark', size: narrow }
] as const;

/** Pixels by which a page is wider than its window. */
export const overflow = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Expects no finding of axe and no horizontal scrolling, in each theme and window size. */
export async function expectReadable(what: string, page: Page): Promise<void> {
	for (const { colorScheme, size } of looks) {
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
		await page.setViewportSize(size);
		const where = `${what}, ${colorScheme}, ${size.width} px`;
		expect([where, await complaintsOfAxe(page)]).toEqual([where, []]);
		expect([where, await overflow(page)]).toEqual([where, 0]);
	}
}
