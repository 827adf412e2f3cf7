/** Checks the accessibility and width of a page in each theme and window size. */
import type { Page } from '@playwright/test';
import { complaintsOfAxe, expect } from './learner.ts';

const wide = { width: 1440, height: 900 };
const narrow = { width: 360, height: 740 };
type Look = { colorScheme: 'light' | 'dark'; size: typeof wide };

/** Of axe's rules, those that depend on colours. */
const rulesOfColours = ['color-contrast', 'link-in-text-block'];
/** An attribute of what only a wide window shows. */
const onlyWide = 'data-only-wide';

/** Pixels by which a page is wider than its window. */
export const overflow = (page: Page) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Expects no finding of axe and no horizontal scrolling, in each theme and window size. Themes differ in colours alone and
 * widths in layout alone. So all of the page is checked in one theme in a wide window and in the other theme in a narrow
 * window, and in a third look only the colours of what the narrow window hides. Leaves the page in a narrow, dark window.
 * `within`: a selector of the part that axe looks at, where the rest of the page is looked at elsewhere.
 */
export async function expectReadable(what: string, page: Page, within = 'body'): Promise<void> {
	await look(page, { colorScheme: 'light', size: wide });
	await expectNothing(`${what}, light, wide`, page, within);
	await markShown(page, within);
	await look(page, { colorScheme: 'dark', size: narrow });
	await expectNothing(`${what}, dark, narrow`, page, within);
	if ((await hiddenNow(page)) === 0) return;
	await look(page, { colorScheme: 'dark', size: wide });
	const part = { within: `[${onlyWide}]`, rules: rulesOfColours };
	const where = `${what}, dark, only in a wide window`;
	expect([where, await complaintsOfAxe(page, part)]).toEqual([where, []]);
	await look(page, { colorScheme: 'dark', size: narrow });
}

async function look(page: Page, { colorScheme, size }: Look): Promise<void> {
	await page.emulateMedia({ colorScheme });
	await page.setViewportSize(size);
}

async function expectNothing(where: string, page: Page, within: string): Promise<void> {
	const part = within === 'body' ? undefined : { within };
	expect([where, await complaintsOfAxe(page, part)]).toEqual([where, []]);
	expect([where, await overflow(page)]).toEqual([where, 0]);
}

/** Marks the elements there that the page shows in its present window. */
const markShown = (page: Page, within: string) =>
	page.evaluate(
		([mark, part]) => {
			for (const element of document.querySelectorAll(`${part} *`))
				element.toggleAttribute(mark, element.checkVisibility());
		},
		[onlyWide, within] as const
	);

/** Takes the mark from the elements that the page shows now, too. Resolves to the number of those that it hides. */
const hiddenNow = (page: Page) =>
	page.evaluate((mark) => {
		const marked = [...document.body.querySelectorAll(`[${mark}]`)];
		for (const element of marked) element.toggleAttribute(mark, !element.checkVisibility());
		return marked.filter((element) => element.hasAttribute(mark)).length;
	}, onlyWide);
