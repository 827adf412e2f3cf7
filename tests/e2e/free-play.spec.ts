import type { Page } from '@playwright/test';
import {
	column,
	complaintsOfAxe,
	edit,
	expect,
	runAgainUntil,
	runButton,
	runByKeys,
	runToTheEnd,
	test
} from './learner.ts';

/** Shown instead of a number when too few samples were undisturbed. */
const tooBusy = (page: Page) => page.getByText(/The machine was too busy for a verdict/).first();

const compare = (page: Page) => page.getByRole('heading', { level: 2 });

/** Dependent divisions: slower than the page's first program on every processor. */
const dividing = `#include "cyclelab.h"

uint64_t kernel(uint64_t iterations) {
	uint64_t x = iterations | 1;
	for (uint64_t i = 1; i <= iterations; i++) x = 18446744073709551557u / (x | 1) + i;
	return x;
}
`;

test('a learner’s own kernel is run alone, then with a second kernel, without a claim or a prediction', async ({
	page
}) => {
	test.slow();
	await page.goto('/');
	await page.getByRole('navigation').getByRole('link', { name: 'Free play' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Free play' })).toBeVisible();
	await expect(runButton(page)).toBeEnabled();
	await expect(compare(page).filter({ hasText: 'Your loops, not run yet.' })).toBeVisible();
	expect(await complaintsOfAxe(page)).toEqual([]);

	await edit(page, dividing);
	await runByKeys(page);
	const alone = compare(page).filter({
		hasText: /“Kernel A” takes \S+ cycles an iteration here\./
	});
	await runAgainUntil(page, alone, tooBusy(page));
	const [divided = '', untouched = ''] = await column(page, /^measured/);
	expect(Number.parseFloat(divided)).toBeGreaterThan(4);
	expect(untouched).toContain('not measured');
	await expect(page.getByRole('grid', { name: /^Assembly of/ })).toContainText('div');
	expect(Number((await column(page, /^instructions/))[0])).toBeGreaterThanOrEqual(3);

	await page.getByRole('tab', { name: /^Kernel B/ }).click();
	const editor = page.getByRole('textbox', { name: 'Source of Kernel B' });
	await editor.focus();
	await page.keyboard.press('Control+End');
	await page.keyboard.insertText('/* Mine now. */\n');
	await runByKeys(page);
	const apart = /“Kernel B” \S+ cycles?\. “Kernel A” takes \S+ times as long, between/;
	const tooNoisy =
		/“Kernel B” \S+ cycles?, too noisy to distinguish: the ratio is \S+ times, between/;
	await runAgainUntil(
		page,
		compare(page).filter({ hasText: apart }),
		compare(page).filter({ hasText: tooNoisy })
	);
	const [first = '', second = ''] = await column(page, /^measured/);
	expect(Number.parseFloat(first)).toBeGreaterThan(Number.parseFloat(second));
	expect(await complaintsOfAxe(page)).toEqual([]);

	await page.reload();
	await expect(runButton(page)).toBeEnabled();
	await page.getByRole('tab', { name: /^Kernel A/ }).click();
	await expect(page.getByRole('grid', { name: 'Source of Kernel A' })).toContainText(
		'18446744073709551557u'
	);
});

for (const [name, language] of Object.entries({
	'C++': 'cpp',
	Rust: 'rs',
	Go: 'go',
	'C#': 'cs',
	Crystal: 'cr'
}))
	test(`the blank page has a kernel in ${name} that is counted, predicted and measured`, async ({
		page
	}) => {
		test.slow();
		await page.goto(`/play?language=${language}`);
		await expect(page).toHaveURL(/\/exercises\/free-play\?/);
		await expect(runButton(page)).toBeEnabled();
		await runToTheEnd(page);
		const told = compare(page).filter({ hasText: /takes \S+ cycles? an iteration here/ });
		await runAgainUntil(page, told, tooBusy(page));
		const [measured, predicted, counted] = await Promise.all(
			[/^measured/, /^predicted/, /^instructions/].map((heading) => column(page, heading))
		);
		for (const cells of [measured, predicted, counted])
			expect(Number.parseFloat(cells?.[0] ?? '')).toBeGreaterThan(1);
	});
