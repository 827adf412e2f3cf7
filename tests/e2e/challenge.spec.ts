import type { Page } from '@playwright/test';
import {
	complaintsOfAxe,
	expect,
	expectNewEnd,
	open,
	predict,
	runAgainUntil,
	runByKeys,
	test,
	whatIsACycle
} from './learner.ts';

const challenge = (page: Page) => page.getByRole('region', { name: /^Challenge/ });

test('a learner starts a challenge, opens its hints and, after a confirmation, its solution, which passes', async ({
	page
}) => {
	test.slow();
	await open(page, whatIsACycle);
	await predict(page, 3);
	const card = challenge(page);
	await expect(
		card.getByText('It returns what the original returns, and setup() does no more than given.')
	).toBeVisible();
	await expect(card.getByText('Hint 1 of 3')).toBeVisible();
	await expect(card.getByText('Hint 2 of 3')).toBeHidden();
	await card.getByText('Hint 1 of 3').focus();
	await page.keyboard.press('Enter');
	await expect(card.getByText('Hint 2 of 3')).toBeVisible();

	await card.getByRole('button', { name: 'Start', exact: true }).click();
	const editor = page.getByRole('textbox', { name: 'Source of Three multiplications' });
	await expect(editor).toBeFocused();
	// Before the first run the goals stand at the editor, too.
	const goals = page.getByRole('list', { name: 'Challenge' });
	await expect(goals.getByText('It takes at most 2.5 times as long')).toBeVisible();

	await expect(card.getByText('uint64_t kernel')).toHaveCount(0);
	await card.getByRole('button', { name: 'Show the solution' }).click();
	await expect(card.getByText('You have opened 1 of 3 hints. See the solution now?')).toBeVisible();
	await expect(card.getByText('uint64_t kernel')).toHaveCount(0);
	await page.keyboard.press('Enter');
	await expect(card.getByRole('region', { name: /^Solution for/ })).toContainText(
		'uint64_t kernel'
	);
	expect(await complaintsOfAxe(page)).toEqual([]);

	await card.getByRole('button', { name: 'Run the solution' }).click();
	await expectNewEnd(page);
	await runAgainUntil(
		page,
		card.getByText('Passed.', { exact: true }),
		card.getByText('Too noisy to judge. Run it again in a moment.')
	);
	await expect(card.getByText('Your code returns what the original returns.')).toBeVisible();
	expect(await complaintsOfAxe(page)).toEqual([]);

	await page.goto('/');
	const step = page.getByRole('listitem').filter({ hasText: 'What is a cycle?' });
	await expect(step.getByText('challenge passed')).toBeVisible();
});

test('a change that breaks the result fails a named goal, and the original has no verdict', async ({
	page
}) => {
	test.slow();
	await open(page, `${whatIsACycle}?language=go`);
	const card = challenge(page);
	await card.getByRole('button', { name: 'Start', exact: true }).click();
	await expect(page.getByRole('textbox', { name: /^Source of/ })).toBeFocused();
	await expect(card.getByText(/Run it to have the goals checked/)).toBeVisible();
	await page.keyboard.press('Control+A');
	await page.keyboard.insertText(
		'package main\n\nvar sum uint64\n\nfunc kernel(iterations uint64) uint64 {\n\tfor i := uint64(0); i < iterations; i++ {\n\t\tsum = sum*3 + 1\n\t}\n\treturn sum\n}\n'
	);
	await runByKeys(page);
	await expect(card.getByText(/^Not yet\./)).toBeVisible();
	await expect(card.getByRole('listitem').filter({ hasText: '(not met)' })).toContainText([
		'It returns what the original returns, and setup() does no more than given.'
	]);
});
