/** Waiting times of a first visit to an exercise, of opening the editor, and of a second visit. */
import type { Browser } from '@playwright/test';
import { fixed, kilobytes, summarise } from '../numbers.ts';
import type { Context, SectionResult, Section } from '../section.ts';
import { noted, openBrowser, openPage, settled, type Noted } from './browser.ts';
import { codeOf, collect, type Fetched } from './fetched.ts';
import { servePlainPage } from './plain-page.ts';

export const path = '/exercises/store-forwarding';
const slowed = 4;

export const visits: Section = {
	name: 'visits',
	about: `${path} in Chromium, network not slowed, every first visit with nothing cached`,
	run
};

type Visit = {
	first: Noted;
	fetched: Fetched[];
	withEditor: Fetched[];
	second: Noted;
	plain: Noted;
};

async function run(context: Context): Promise<SectionResult> {
	const { url } = await context.product();
	const plain = await servePlainPage(context);
	const browser = await openBrowser(context);
	const count = context.quick ? 2 : 15;
	const measured: { slowed: number; visits: Visit[] }[] = [];
	// warms up the site's caches before the browser's first visit
	await visit(browser, url, plain, 1);
	for (const rate of [slowed, 1]) {
		const all: Visit[] = [];
		for (let index = 0; index < count; index++) {
			context.at(index + 1, count, `CPU ${rate} times slower, visit`);
			all.push(await visit(browser, url, plain, rate));
		}
		measured.push({ slowed: rate, visits: all });
	}
	return {
		tables: [
			{
				headings: ['', 'CPU', 'target', 'median', 'least', 'most', 'n'],
				rows: measured.flatMap(({ slowed, visits }) => rowsOf(slowed, visits))
			}
		],
		notes: [
			'Long tasks are Chromium tasks over 50 ms; "before the editor" is without pressing Edit.',
			'The second visit is a new tab of the same browser, whose HTTP cache is warm; readable is its largest contentful paint. A page of one heading is what the browser itself takes.'
		],
		data: measured
	};
}

async function visit(browser: Browser, url: string, plain: string, rate: number): Promise<Visit> {
	const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
	try {
		const page = await openPage(context, rate);
		const { pending, stop } = collect(page);
		await page.goto(url + path);
		await settled(page);
		const first = await noted(page);
		const fetched = await Promise.all(pending);
		await page.getByRole('button', { name: 'Edit', exact: true }).click();
		await page.getByRole('textbox', { name: /^Source of/ }).waitFor();
		await settled(page);
		stop();
		const withEditor = await Promise.all(pending);
		await page.close();
		const again = await openPage(context, rate);
		await again.goto(url + path);
		await settled(again);
		const second = await noted(again);
		await again.close();
		const other = await openPage(context, rate);
		await other.goto(plain);
		await settled(other);
		return { first, fetched, withEditor, second, plain: await noted(other) };
	} finally {
		await context.close();
	}
}

function rowsOf(slowed: number, visits: readonly Visit[]): string[][] {
	const row = (what: string, target: string, of: (one: Visit) => number, digits = 0) => {
		const { n, p50, min, max } = summarise(visits.map(of));
		return [
			what,
			`${slowed}x`,
			target,
			...[p50, min, max].map((one) => fixed(one, digits)),
			`${n}`
		];
	};
	const longest = ({ longTasks }: Noted) => Math.max(0, ...longTasks.map(({ ms }) => ms));
	const shift = ({ shifts }: Noted) => shifts.reduce((sum, { score }) => sum + score, 0);
	const gzip = (all: readonly Fetched[]) =>
		codeOf(all).reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
	const isSlow = slowed > 1;
	const times = [
		row('largest contentful paint, ms', isSlow ? '1500' : '', ({ first }) => first.largestMs),
		row('longest task before the editor, ms', isSlow ? '200' : '', ({ first }) => longest(first)),
		row('layout shift', isSlow ? '0' : '', ({ first }) => shift(first), 4),
		row('second visit, readable after ms', isSlow ? '' : '300', ({ second }) => second.largestMs),
		row('a page of one heading, readable after ms', '', ({ plain }) => plain.largestMs),
		row('layout shift of the second visit', isSlow ? '0' : '', ({ second }) => shift(second), 4)
	];
	if (!isSlow) return times;
	const kilobyteRow = (what: string, target: string, of: (one: Visit) => readonly Fetched[]) => {
		const { n, p50, min, max } = summarise(visits.map((visit) => gzip(of(visit))));
		return [what, '', target, ...[p50, min, max].map(kilobytes), `${n}`];
	};
	return [
		...times,
		kilobyteRow('JS + CSS before the editor, kB gzip', '150', ({ fetched }) => fetched),
		kilobyteRow('JS + CSS with the editor, kB gzip', '900', ({ withEditor }) => withEditor)
	];
}
