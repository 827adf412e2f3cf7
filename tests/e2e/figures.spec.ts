/** The figures in lessons: by keyboard and pointer, in each theme and width, without scripts, and with a run's numbers. */
import { type Page } from '@playwright/test';
import { finished, keep } from './kept.ts';
import {
	expect,
	open,
	predict,
	runAgainUntilMeasured,
	runSharedToTheEnd,
	storeForwarding,
	test
} from './learner.ts';
import { expectReadable } from './looks.ts';

const lessons = [
	{ path: '/exercises/chains', title: 'One dependency chain, or several at once' },
	{ path: '/exercises/cache-working-set', title: 'The levels of memory' },
	{
		path: '/exercises/associativity',
		title: 'One column of the matrix, and the sets of L1 that its lines belong to'
	},
	{
		path: '/exercises/spin-and-back-off',
		title: 'Rounds of spinning, and the moment of unlocking'
	},
	{
		path: '/exercises/struct-constructor',
		title: 'Two stack frames, and the struct between them'
	},
	{ path: '/exercises/false-sharing', title: 'A cache line between two cores' },
	{ path: '/exercises/cache-ways', title: 'One set of a cache with four ways' },
	{
		path: '/exercises/learnable-sequences',
		title: 'Draw the curve of “Half of the branches taken” before you run it'
	},
	{ path: '/exercises/the-window', title: 'The reorder buffer while a load waits' },
	{ path: '/exercises/what-limits-a-loop', title: 'The loops in the model, cycle by cycle' },
	{ path: storeForwarding, title: 'What the load finds in the store buffer' }
];

/** Timelines need no measurement. */
const inspectedLoops = {
	exercise: 'what-limits-a-loop',
	variants: ['chain', 'port'],
	models: 'all'
};

const figure = (page: Page, name: string) => page.getByRole('figure', { name, exact: true });

/** The sentence of an instruction in a timeline: all are in the page, and one is shown. */
const said = (page: Page, sentence: RegExp) => page.getByText(sentence).filter({ visible: true });

for (const { path, title } of lessons)
	test(`the figure of ${path} can be read in each theme and width, and axe finds nothing`, async ({
		page
	}) => {
		await open(page, `${path}#explain`);
		await expect(figure(page, title)).toBeVisible();
		await expectReadable(title, page, 'figure');
	});

test('a curve is drawn by keyboard and by pointer', async ({ page }) => {
	await open(page, '/exercises/learnable-sequences');
	const shape = figure(page, 'Draw the curve of “Half of the branches taken” before you run it');
	const last = shape.getByRole('slider', { name: 'at 1,048,576' });
	await expect(last).toHaveAttribute('aria-valuetext', '1.00 times');
	await last.focus();
	await page.keyboard.press('End');
	await expect(last).toHaveAttribute('aria-valuetext', '16.0 times');
	const area = await shape.locator('svg').boundingBox();
	if (!area) throw new Error('the drawing has no box');
	await page.mouse.move(area.x + area.width - 12, area.y + area.height - 2);
	await page.mouse.down();
	await page.mouse.up();
	await expect(last).toHaveAttribute('aria-valuetext', '0.250 times');
});

test('a drawing is chosen by keyboard and by pointer', async ({ page }) => {
	await open(page, '/exercises/chains#explain');
	const chains = figure(page, 'One dependency chain, or several at once');
	await expect(chains.getByText(/^One chain: each of the 16/)).toBeVisible();
	await chains.getByRole('radio', { name: '1', exact: true }).focus();
	await page.keyboard.press('ArrowRight');
	await expect(chains.getByText(/^2 chains do not wait for one another/)).toBeVisible();
	await expect(chains.getByText(/^One chain/)).toBeHidden();
	await chains.getByRole('radio', { name: '8', exact: true }).click();
	await expect(chains.getByText(/^8 chains do not wait for one another/)).toBeVisible();
});

test('after a run a figure has the numbers of that run, and its processor’s name', async ({
	page
}) => {
	await open(page, `${storeForwarding}#explain`);
	const buffer = figure(page, 'What the load finds in the store buffer');
	await expect(buffer.getByText(/^Measured in this page’s run/)).toHaveCount(0);
	await predict(page, 2);
	await runSharedToTheEnd(page);
	await runAgainUntilMeasured(page);
	await buffer.getByRole('radio', { name: 'Four bytes, read as a word' }).click();
	await expect(buffer.getByText(/^The 4 bytes that the load needs are in 4 entries/)).toBeVisible();
	const measured = buffer.getByText(
		/^Measured in this page’s run, on .*: [\d.]+ .*cycles for one packet/
	);
	await expect(measured.filter({ visible: true })).toHaveCount(1);
});

test('a run’s timelines show what an instruction waits for, by keyboard and by pointer', async ({
	page,
	request
}) => {
	const title = 'The loops in the model, cycle by cycle';
	const run = await finished(request, inspectedLoops);
	await open(page, `/exercises/what-limits-a-loop?run=${run}#explain`);
	await predict(page, 2);
	const loops = figure(page, title);
	const shown = loops.locator('.panel').filter({ visible: true });
	const turns = shown.getByRole('radio', { name: /^imul/ });
	// A row that is chosen by keyboard goes before the row under the resting pointer.
	await turns.nth(5).hover();
	await turns.nth(3).focus();
	await page.keyboard.press('Space');
	await expect(said(page, /^imul .*\(pass \d+\):.* It waits for /)).toHaveCount(1);
	await expect(shown.locator('tr:has(:checked) .why')).toBeVisible();
	const first = await turns.nth(3).getAttribute('value');
	await page.keyboard.press('ArrowDown');
	await expect(shown.getByRole('radio', { checked: true })).not.toHaveAttribute(
		'value',
		`${first}`
	);
	await turns.nth(4).hover();
	await expect(shown.locator('tr:has(:checked) .why')).toBeHidden();
	await expect(
		shown
			.locator('tr.cause')
			.filter({ hasText: /imul|xor/ })
			.first()
	).toBeVisible();
	await expectReadable(title, page, 'figure');
});

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false });

	test('each figure is in the page, and another drawing can be chosen', async ({ page }) => {
		for (const { path, title } of lessons) {
			await page.goto(path);
			await page.getByRole('heading', { name: /What is going on/ }).click();
			await expect(figure(page, title)).toBeVisible();
		}
		await page.goto('/exercises/associativity');
		await page.getByRole('heading', { name: /What is going on/ }).click();
		await page.getByRole('radio', { name: '512', exact: true }).check();
		await expect(page.getByText(/belong to 2 of the \d+ sets/)).toBeVisible();
		await expect(page.getByText(/^The elements are 2,044 bytes apart/)).toBeHidden();
	});

	test.describe('by touch', () => {
		test.use({ hasTouch: true });

		test('a kept run’s timeline shows what an instruction waits for', async ({ page, request }) => {
			const id = await keep(request, inspectedLoops);
			await page.goto(`/s/${id}?variant=port`);
			await page.getByText('Cycle by cycle, in the model').tap();
			await page.getByRole('radio', { name: /^imul/ }).nth(1).tap();
			await expect(said(page, /^imul .*It waits for a unit, /)).toHaveCount(1);
			await page.getByRole('radio', { name: /^xor/ }).first().tap();
			// A model in which renaming copies registers has the multiplication, another the copy of its result.
			await expect(
				said(page, /^xor .*It waits for .*, which (imul|mov) .* of pass 1 writes/)
			).toHaveCount(1);
			await expect(said(page, /^imul .*It waits for a unit, /)).toHaveCount(0);
		});
	});
});
