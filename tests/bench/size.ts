/** Bytes that a browser fetches on a first visit to an exercise, and the time to build the pages. */
import { timeBuild } from './build-time.ts';
import { fixed, kilobytes } from './numbers.ts';
import { openBrowser } from './pages/browser.ts';
import { codeOf, collect, kinds, ofKind, type Fetched } from './pages/fetched.ts';
import type { Context, SectionResult, Section } from './section.ts';

const path = '/exercises/store-forwarding';

export const size: Section = {
	name: 'size',
	about: `bytes a browser fetches for ${path}, nothing cached; and the web build`,
	run
};

async function run(context: Context): Promise<SectionResult> {
	const product = await context.product();
	const browser = await openBrowser(context);
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
	context.print('Building the pages in a copy.');
	const build = await timeBuild();
	return {
		tables: [
			{
				headings: ['kB', 'raw', 'gzip', 'on the wire', 'files'],
				rows: [
					...kinds.map((kind) => row(`first load: ${kind}`, ofKind(first, kind))),
					row('first load: JS + CSS (target 150)', codeOf(first)),
					row('with the editor: JS + CSS (target 900)', codeOf(editing))
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
