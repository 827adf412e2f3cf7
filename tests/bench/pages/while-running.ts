/** Layout shifts and responsiveness of the page from pressing Run to the end of the run. */
import http from 'node:http';
import { fixed, kilobytes, summarise } from '../numbers.ts';
import { settle } from '../product.ts';
import type { Context, SectionResult, Section } from '../section.ts';
import { noted, openBrowser, openPage, settled } from './browser.ts';
import { path } from './visits.ts';

const slowed = 4;

export const whileRunning: Section = {
	name: 'while-running',
	about: `${path}, CPU slowed ${slowed}x: Run pressed until the three numbers stand; and the bytes of the run's events`,
	run
};

async function run(context: Context): Promise<SectionResult> {
	const product = await context.product();
	const browser = await openBrowser(context);
	const runs = [];
	const rounds = context.quick ? 1 : 7;
	for (let round = 0; round < rounds; round++) {
		context.at(round + 1, rounds, 'run');
		await settle(product);
		const own = await browser.newContext({ viewport: { width: 1280, height: 800 } });
		const page = await openPage(own, slowed);
		await page.goto(product.url + path);
		await settled(page);
		const events = page.waitForResponse((response) => /\/events\b/.test(response.url()));
		const button = page.getByRole('button', { name: /^Run( again)?\b/ });
		const before = await noted(page);
		await button.click();
		const address = new URL((await events).url());
		const wire = wireBytesOf(address);
		await page.getByText(/^Finished/).waitFor({ timeout: 120_000 });
		await settled(page);
		const after = await noted(page);
		const wireBytes = await wire;
		address.search = '';
		const all = await (await fetch(address)).text();
		runs.push({
			longTasks: after.longTasks.slice(before.longTasks.length),
			shifts: after.shifts.slice(before.shifts.length),
			wireBytes,
			bytes: Buffer.byteLength(all)
		});
		await own.close();
	}
	const row = (what: string, target: string, values: readonly number[], told = fixed) => {
		const { n, p50, min, max } = summarise(values);
		return [what, target, ...[p50, min, max].map((one) => told(one)), `${n}`];
	};
	const moved = new Set(runs.flatMap(({ shifts }) => shifts.flatMap((shift) => shift.moved)));
	return {
		tables: [
			{
				headings: ['', 'target', 'median', 'least', 'most', 'n'],
				rows: [
					row(
						'layout shift',
						'0',
						runs.map(({ shifts }) => shifts.reduce((sum, { score }) => sum + score, 0)),
						(value) => fixed(value, 4)
					),
					row(
						'longest task, ms',
						'200',
						runs.map(({ longTasks }) => Math.max(0, ...longTasks.map(({ ms }) => ms)))
					),
					row(
						'all events with the whole report, not compressed, kB',
						'',
						runs.map(({ bytes }) => bytes),
						kilobytes
					),
					row(
						'as a page is sent them, kB',
						'',
						runs.map(({ wireBytes }) => wireBytes),
						kilobytes
					)
				]
			}
		],
		notes: moved.size > 0 ? [`What moved: ${[...moved].join(', ')}.`] : [],
		data: runs
	};
}

/** Size of a run's event stream, compressed, bytes. */
const wireBytesOf = (address: URL) =>
	new Promise<number>((resolve, reject) => {
		http
			.get(`${address}`, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
				let bytes = 0;
				response.on('data', (chunk: Buffer) => (bytes += chunk.length));
				response.on('end', () => resolve(bytes));
				response.on('error', reject);
			})
			.on('error', reject);
	});
