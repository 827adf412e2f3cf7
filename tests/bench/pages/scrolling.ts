/** Frame times of scrolling an assembly of 20,000 instructions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { reportOf } from '@cyclelab/contract/measure/progress';
import type { Page } from '@playwright/test';
import { longBeside } from '../../e2e/programs.ts';
import { fixed, summarise } from '../numbers.ts';
import type { Context, SectionResult, Section } from '../section.ts';
import { exercise, inspected, sourceOf } from '../subject.ts';
import { complete } from '../client.ts';
import { openBrowser, openPage, settled } from './browser.ts';

const instructions = 20_000;
/** Turns of a wheel, and the pixels of each. */
const turns = 120;
const turnPx = 400;

export const scrolling: Section = {
	name: 'scrolling',
	about: `a listing of ${instructions} instructions, scrolled by ${turns} turns of a wheel of ${turnPx} px, one every 16 ms`,
	run
};

async function run(context: Context): Promise<SectionResult> {
	const { url } = await context.product();
	const source = sourceOf(await exercise(inspected.exercise), inspected.variant);
	const arrivals = await complete(url, {
		exercise: inspected.exercise,
		variants: [inspected.variant],
		stages: ['inspect'],
		models: 'host',
		sources: { [inspected.variant]: source + longBeside(instructions) }
	});
	const ended = arrivals.at(-1)?.event;
	if (ended?.type !== 'finished') throw new Error('The listing was not made.');
	const kept = await fetch(`${url}/api/snapshots`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ run: reportOf(arrivals.map(({ event }) => event))?.run })
	});
	const { id } = (await kept.json()) as { id: string };
	const browser = await openBrowser(context);
	const page = await openPage(
		await browser.newContext({ viewport: { width: 1280, height: 800 } }),
		1
	);
	await page.goto(`${url}/s/${id}#asm=1&function=long_one`);
	const grid = page.getByRole('grid', { name: 'Assembly of long_one' });
	await grid.locator('tbody tr').nth(instructions).waitFor({ state: 'attached' });
	await grid.scrollIntoViewIfNeeded();
	await settled(page);
	const box = await grid.boundingBox();
	if (!box) throw new Error('The listing is not in sight.');
	await page.mouse.move(box.x + 200, Math.min(box.y + 200, 700));
	const measured = [];
	const rounds = context.quick ? 1 : 5;
	for (let round = 0; round < rounds; round++) {
		context.at(round + 1, rounds, 'round');
		for (const way of [1, -1]) measured.push(await framesOf(page, way));
	}
	const frames = measured.flat();
	const { n, p50, p95, max } = summarise(frames);
	const share = (above: number) => fixed((100 * frames.filter((ms) => ms > above).length) / n);
	return {
		tables: [
			{
				headings: ['frames, ms', 'median', 'p95', 'longest', '% over 16.7', '% over 33', 'n'],
				rows: [
					[
						'scrolling',
						...[p50, p95, max].map((ms) => fixed(ms)),
						share(16.75),
						share(33.4),
						`${n}`
					]
				]
			}
		],
		notes: ['A screen of 60 frames a second shows one every 16.7 ms.'],
		data: { frames }
	};
}

/** Milliseconds between frames while the wheel turns. */
async function framesOf(page: Page, way: number): Promise<number[]> {
	await page.evaluate(() => {
		const at: number[] = [];
		const state = { at, going: true };
		const each = (now: number) => {
			at.push(now);
			if (state.going) requestAnimationFrame(each);
		};
		requestAnimationFrame(each);
		Object.assign(window, { frames: state });
	});
	for (let turn = 0; turn < turns; turn++) {
		await page.mouse.wheel(0, way * turnPx);
		await sleep(16);
	}
	const at = await page.evaluate(() => {
		const { frames } = window as unknown as { frames: { at: number[]; going: boolean } };
		frames.going = false;
		return frames.at;
	});
	return at.slice(1).map((now, index) => now - (at[index] ?? now));
}
