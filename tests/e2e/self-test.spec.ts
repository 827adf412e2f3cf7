import type { Page } from '@playwright/test';
import { expect, open, runButton, test } from './learner.ts';
import { expectReadable } from './looks.ts';

const address = '/foundations/test';
const question = (page: Page, title: string) =>
	page.getByRole('region', { name: new RegExp(`^\\d+\\. ${title}$`) });
const score = (page: Page) => page.getByRole('status').filter({ hasText: /answered/ });

test('a question is answered by keyboard, a wrong answer gets its reason, and the first answer is kept', async ({
	page
}) => {
	await page.goto('/');
	await page.getByRole('link', { name: 'Self-test: twelve loops' }).click();
	await expect(page).toHaveURL(address);
	await expect(score(page)).toHaveText('None of 12 answered yet.');

	const shifts = question(page, 'Three shifts');
	const answers = shifts.getByRole('radio');
	const check = shifts.getByRole('button', { name: /^Check/ });
	await expect(answers.first()).toBeEnabled();
	await expect(check).toBeDisabled();
	await expect(shifts.getByText('Right is:')).toBeHidden();
	const right = await rightAnswer(page, 'Three shifts');
	const wrong = right === 0 ? 1 : 0;

	await answers.first().focus();
	await page.keyboard.press('Space');
	for (let at = 0; at < wrong; at++) await page.keyboard.press('ArrowDown');
	await expect(answers.nth(wrong)).toBeChecked();
	await page.keyboard.press('Tab');
	await expect(check).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(shifts.getByRole('status')).toHaveText(/^Not this one\. ./);
	await expect(shifts.getByText('Right is:')).toBeHidden();
	await expect(score(page)).toHaveText('1 of 12 answered, 0 right at the first try.');

	// A second try is told whether it is right, the right one is marked, and the score stays.
	await answers.nth(right).check();
	await check.click();
	await expect(shifts.getByRole('status')).toHaveText('Right.');
	await expect(shifts.getByText('Right is:')).toBeVisible();
	await expect(shifts.locator('label').nth(right)).toContainText('(right)');
	await expect(score(page)).toHaveText('1 of 12 answered, 0 right at the first try.');

	await page.goto('/progress');
	const standing = page.getByRole('region', { name: 'Twelve loops' });
	await expect(standing).toContainText('1 of 12 answered, 0 right at the first try.');
	await standing.getByRole('link').click();
	// The next question is open now, and what became of the first stands at its title.
	await expect(question(page, 'Two products or six sums').getByRole('radio').first()).toBeVisible();
	await expect(shifts).toContainText('not right');
	await shifts.getByRole('heading').click();
	await expect(answers.nth(wrong)).toBeChecked();
	await expect(shifts.getByRole('status')).toHaveText(/^Not this one\./);

	await page.getByRole('button', { name: 'Forget my answers' }).click();
	await expect(score(page)).toHaveText('None of 12 answered yet.');
	await page.reload();
	await expect(score(page)).toHaveText('None of 12 answered yet.');
	await expect(shifts.getByRole('status')).toHaveText('');
});

/** The place of the right answer, from 0: the answer that the page reveals. */
async function rightAnswer(page: Page, title: string): Promise<number> {
	const revealed = await question(page, title)
		.locator('p', { hasText: /^Right is:/ })
		.textContent();
	const texts = await question(page, title).locator('label').allTextContents();
	const at = texts.findIndex((text) => revealed?.endsWith(text.trim()));
	expect(at).toBeGreaterThanOrEqual(0);
	return at;
}

test('each of the twelve questions has an answer that opens, with what was predicted and measured', async ({
	page
}) => {
	test.slow();
	await page.goto(address);
	const titles = await page.getByRole('heading', { level: 2 }).allTextContents();
	expect(titles.map((text) => Number.parseInt(text, 10))).toEqual(
		Array.from({ length: 12 }, (_, i) => i + 1)
	);
	// One question is open; each has its answer folded in it.
	await expect(page.getByRole('radio').first()).toBeEnabled();
	const folded = page.getByRole('main').locator('details');
	await expect(folded).toHaveCount(24);
	for (const one of await folded.all()) {
		const isOpen = await one.evaluate((element) => element.hasAttribute('open'));
		if (!isOpen) await one.locator('summary').first().click();
	}
	await expect(page.getByRole('table', { name: /^llvm-mca predicts/ })).toHaveCount(12);
	await expectReadable('the self-test with its answers', page);
});

test('free play opens a loop of the self-test with its sources, and keeps what is written of it apart', async ({
	page
}) => {
	await page.goto(address);
	const stores = question(page, 'Four times as many bytes');
	await stores.getByRole('heading').click();
	await stores.getByText('The answer').click();
	await stores.getByRole('link', { name: /^Open in free play/ }).click();
	await expect(runButton(page)).toBeEnabled();
	const note = page.getByRole('note').filter({ hasText: 'Four times as many bytes' });
	await expect(note.getByRole('link')).toHaveAttribute('href', `${address}#wider-stores`);
	await expect(page.getByText('static volatile uint16_t numbers').first()).toBeVisible();
	await open(page, '/exercises/free-play');
	await expect(page.getByText('static volatile uint16_t numbers')).toHaveCount(0);
});

test('after a lesson its page asks about a loop that the lesson does not have, and keeps the first answer', async ({
	page
}) => {
	await page.goto('/exercises/chains');
	const after = page.getByRole('region', { name: 'A loop that you have not seen' });
	const answers = after.getByRole('radio');
	await expect(answers.first()).toBeHidden();
	await after.getByRole('heading', { name: 'A loop that you have not seen' }).click();
	await expect(answers.first()).toBeEnabled();
	await answers.nth(1).check();
	await after.getByRole('button', { name: 'Check: Three generators' }).click();
	await expect(after.getByRole('status')).toHaveText(/^Not this one\. ./);
	await expect(after.getByText('Right is:')).toBeHidden();
	await answers.first().check();
	await after.getByRole('button', { name: 'Check: Three generators' }).click();
	await expect(after.getByRole('status')).toHaveText('Right.');
	await expect(after.getByText('Right is:')).toBeVisible();
	await page.reload();
	await expect(answers.nth(1)).toBeChecked();

	await after.getByText('The answer', { exact: true }).click();
	await after.getByRole('link', { name: 'Open in free play: Three generators' }).click();
	await expect(runButton(page)).toBeEnabled();
	const note = page.getByRole('note').filter({ hasText: 'Three generators' });
	await expect(note.getByRole('link')).toHaveAttribute(
		'href',
		'/exercises/chains#three-generators'
	);
});

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false });

	test('the questions can be read and their answers opened', async ({ page }) => {
		await page.goto(address);
		const shifts = question(page, 'Three shifts');
		await shifts.getByRole('heading').click();
		await expect(shifts.getByRole('radio').first()).toBeDisabled();
		await expect(shifts.getByRole('button', { name: /^Check/ })).toBeHidden();
		await shifts.getByText('The answer').click();
		await expect(shifts.getByText('Right is:')).toBeVisible();
		await expect(shifts.getByRole('link', { name: 'Open in free play' })).toBeVisible();
	});
});
