/** Shell: the Chromium of the benches, and a page that records its own timings. */
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { Context } from '../section.ts';

export async function openBrowser(context: Context): Promise<Browser> {
	const executablePath = process.env['CYCLELAB_BROWSER'];
	if (!executablePath)
		throw new Error(
			'No Chromium is installed. Install it (on Debian: `apt install chromium`), and start this by its npm command, which looks for it.'
		);
	const browser = await chromium.launch({
		executablePath,
		args: process.getuid?.() === 0 ? ['--no-sandbox'] : []
	});
	context.onEnd(() => browser.close());
	return browser;
}

/** Times in ms since the page was requested. */
export type Noted = {
	/** The largest contentful paint so far. */
	largestMs: number;
	longTasks: { atMs: number; ms: number }[];
	/** Scores of layout shifts that no input of a reader explains, and what moved. */
	shifts: { atMs: number; score: number; moved: string[] }[];
};

declare global {
	interface Window {
		noted: Noted;
	}
}

/** Runs in every document before its scripts. */
function note() {
	window.noted = { largestMs: NaN, longTasks: [], shifts: [] };
	const observe = (type: string, each: (entry: never) => void) =>
		new PerformanceObserver((list) =>
			list.getEntries().forEach((entry) => each(entry as never))
		).observe({ type, buffered: true });
	observe('largest-contentful-paint', (entry: PerformanceEntry) => {
		window.noted.largestMs = entry.startTime;
	});
	observe('longtask', ({ startTime, duration }: PerformanceEntry) => {
		window.noted.longTasks.push({ atMs: startTime, ms: duration });
	});
	type Shift = PerformanceEntry & {
		value: number;
		hadRecentInput: boolean;
		sources: { node: Node | null }[];
	};
	observe('layout-shift', ({ startTime, value, hadRecentInput, sources }: Shift) => {
		if (hadRecentInput) return;
		const moved = sources.map(({ node }) => {
			const element = node instanceof Element ? node : node?.parentElement;
			return element ? `${element.localName}.${element.className}` : '?';
		});
		window.noted.shifts.push({ atMs: startTime, score: value, moved });
	});
}

/** Opens a page whose CPU is slowed by a factor. */
export async function openPage(context: BrowserContext, slowed: number): Promise<Page> {
	const page = await context.newPage();
	await page.addInitScript(note);
	const session = await context.newCDPSession(page);
	await session.send('Emulation.setCPUThrottlingRate', { rate: slowed });
	return page;
}

/** Waits until the page is loaded and idle for half a second. */
export async function settled(page: Page): Promise<void> {
	await page.waitForLoadState('networkidle');
	await page.waitForFunction(
		() =>
			new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve(true))))
	);
	await page.waitForTimeout(500);
}

export const noted = (page: Page): Promise<Noted> => page.evaluate(() => window.noted);
