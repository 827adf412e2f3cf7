/** What a first visit to an exercise fetches, seen by a real browser; and how long the pages take to build. */
import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { chromium, type Page, type Request } from '@playwright/test';
import { timeBuild } from './build-time.ts';
import { fixed, kilobytes } from './numbers.ts';
import type { Context, Result, Section } from './section.ts';

const path = '/exercises/store-forwarding';
const systemBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const kinds = ['document', 'script', 'stylesheet', 'font', 'other'] as const;
type Kind = (typeof kinds)[number];
type Fetched = { url: string; kind: Kind; bytes: number; gzipBytes: number; wireBytes: number };

export const size: Section = {
	name: 'size',
	about: `bytes a browser fetches for ${path}, nothing cached; and the web build`,
	run
};

async function run(context: Context): Promise<Result> {
	const product = await context.product();
	const executablePath = [chromium.executablePath(), ...systemBrowsers].find(existsSync);
	if (!executablePath) throw new Error('no Chromium is installed');
	const browser = await chromium.launch({
		executablePath,
		args: process.getuid?.() === 0 ? ['--no-sandbox'] : []
	});
	context.onEnd(() => browser.close());
	const page = await browser.newPage();
	const { pending, stop } = collect(page);
	await page.goto(`${product.url}${path}`, { waitUntil: 'networkidle' });
	const first = await Promise.all(pending);
	await page.getByRole('button', { name: 'Edit', exact: true }).click();
	await page.getByRole('textbox', { name: /^Source of/ }).waitFor();
	await page.waitForLoadState('networkidle');
	stop();
	const editing = await Promise.all(pending);
	await browser.close();
	context.say('Building the pages in a copy.');
	const build = await timeBuild();
	return {
		tables: [
			{
				headings: ['kB', 'raw', 'gzip', 'on the wire', 'files'],
				rows: [
					...kinds.map((kind) => row(`first load: ${kind}`, of(first, kind))),
					row('first load: JS + CSS (target 200)', code(first)),
					row('with the editor: JS + CSS', code(editing))
				]
			},
			{
				headings: ['build', 's', 'target'],
				rows: [['vite build', fixed(build.seconds), '< 60']]
			}
		],
		notes: [],
		data: { first, editing, build }
	};
}

/** What the page fetched, filled as it goes. */
function collect(page: Page): { pending: Promise<Fetched>[]; stop: () => void } {
	const pending: Promise<Fetched>[] = [];
	const add = (request: Request) => {
		if (!request.url().startsWith('http')) return;
		pending.push(
			(async () => {
				const response = await request.response();
				const body = (await response?.body()) ?? Buffer.of();
				const type = request.resourceType();
				const { responseBodySize } = await request.sizes();
				return {
					url: new URL(request.url()).pathname,
					kind: kinds.find((kind) => kind === type) ?? 'other',
					bytes: body.length,
					gzipBytes: gzipSync(body).length,
					wireBytes: responseBodySize
				};
			})()
		);
	};
	page.on('requestfinished', add);
	return { pending, stop: () => page.off('requestfinished', add) };
}

const of = (all: readonly Fetched[], kind: Kind) => all.filter((one) => one.kind === kind);
const code = (all: readonly Fetched[]) => [...of(all, 'script'), ...of(all, 'stylesheet')];

function row(label: string, all: readonly Fetched[]): string[] {
	const sum = (of: (one: Fetched) => number) =>
		kilobytes(all.reduce((total, one) => total + of(one), 0));
	return [
		label,
		sum(({ bytes }) => bytes),
		sum(({ gzipBytes }) => gzipBytes),
		sum(({ wireBytes }) => wireBytes),
		`${all.length}`
	];
}
