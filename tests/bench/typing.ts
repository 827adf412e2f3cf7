/** How long the assembly and the prediction follow the last key in the editor. */
import { chromium, type Page } from '@playwright/test';
import { fixed, summarise } from './numbers.ts';
import type { Context, SectionResult, Section } from './section.ts';
import { inspected } from './subject.ts';

const path = `/exercises/${inspected.exercise}`;

/**
 * The number in the last line's `step1` is typed: so many multiplications are in the chain, and the prediction is as many
 * times four cycles. All that follows it stands in its line, because the editor indents new lines.
 */
const source = `#include "cyclelab.h"
#define step1 a = a * a + i;
#define step2 step1 step1
#define step3 step2 step1
#define step4 step2 step2
uint64_t kernel(uint64_t n) <% uint64_t a = 3; for (uint64_t i = 0; i < n; i++) <% step1 %> return a; %>`;
const steps = 4;
const closing = source.length - source.indexOf(' %>');
/** Between two keys, ms: the page asks without a pause only while its budget of runs lasts. */
const pauseMs = 2000;
const patienceMs = 20_000;

export const typing: Section = {
	name: 'typing',
	about: `${path}, a key in the editor until the page shows the assembly and the prediction of the new source, ms`,
	lacks: () =>
		process.env['CYCLELAB_BROWSER']
			? undefined
			: 'No Chromium is installed. Install it (on Debian: `apt install chromium`), and start this by its npm command, which looks for it.',
	run
};

type Followed = { assemblyMs: number; predictionMs: number };

async function run(context: Context): Promise<SectionResult> {
	const product = await context.product();
	const browser = await chromium.launch({
		executablePath: process.env['CYCLELAB_BROWSER'] ?? '',
		args: process.getuid?.() === 0 ? ['--no-sandbox'] : []
	});
	context.onEnd(() => browser.close());
	const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
	await page.goto(product.url + path);
	await page.waitForLoadState('networkidle');
	// What the models say follows the prediction.
	await page.getByRole('spinbutton', { name: 'Your prediction, as a ratio' }).fill('2');
	await page.getByRole('button', { name: 'Commit to it' }).click();
	await page.getByRole('button', { name: 'Edit', exact: true }).click();
	await page.getByRole('textbox', { name: /^Source of/ }).focus();
	await page.keyboard.press('Control+A');
	await page.keyboard.insertText(source);
	await page.keyboard.press('Control+End');
	for (let left = 0; left < closing; left++) await page.keyboard.press('ArrowLeft');
	const rounds = context.quick ? 3 : 30;
	const all: Followed[] = [];
	// The first two start what later ones find started.
	for (let round = -2; round < rounds; round++) {
		context.at(round + 3, rounds + 2, 'key');
		await page.waitForTimeout(pauseMs);
		const waited = await follow(page);
		await page.keyboard.press('Backspace');
		await page.keyboard.press(`${((round + 3) % steps) + 1}`);
		const followed = await waited();
		if (round >= 0) all.push(followed);
	}
	const row = (what: string, values: readonly number[]) => {
		const { p50, p95, max, n } = summarise(values);
		return [what, '150', ...[p50, p95, max].map((ms) => fixed(ms)), `${n}`];
	};
	return {
		tables: [
			{
				headings: ['ms', 'target', 'p50', 'p95', 'most', 'n'],
				rows: [
					row(
						'key to assembly',
						all.map(({ assemblyMs }) => assemblyMs)
					),
					row(
						'key to prediction',
						all.map(({ predictionMs }) => predictionMs)
					)
				]
			}
		],
		notes: [`A key is followed ${pauseMs / 1000} s after the one before.`],
		data: all
	};
}

/** Starts to look at the page before each frame. Resolves to what waits until both follow the last key pressed since. */
async function follow(page: Page): Promise<() => Promise<Followed>> {
	const seen = await page.evaluateHandle((patience) => {
		const shown = (selector: string) => document.querySelector(selector)?.textContent ?? '';
		const assembly = () =>
			shown('[role=grid][aria-label^="Assembly of"]').match(/imul/g)?.length ?? 0;
		const prediction = () => shown('[aria-label="What the models say"]');
		const before = { assembly: assembly(), prediction: prediction() };
		let keyAt = NaN;
		addEventListener('keydown', (event) => (keyAt = event.timeStamp), { capture: true });
		const began = performance.now();
		const times = new Promise<Followed>((resolve, reject) => {
			let assemblyMs: number | undefined;
			const look = () => {
				const now = performance.now();
				if (assembly() !== before.assembly) assemblyMs ??= now - keyAt;
				const isPredicted = prediction() !== before.prediction && /\d\.\d/.test(prediction());
				if (assemblyMs !== undefined && isPredicted)
					resolve({ assemblyMs, predictionMs: now - keyAt });
				else if (now - began > patience) reject(new Error('The page did not follow the key.'));
				else requestAnimationFrame(look);
			};
			look();
		});
		return { times };
	}, patienceMs);
	return async () => {
		const followed = await seen.evaluate(({ times }) => times);
		await seen.dispose();
		return followed;
	};
}
