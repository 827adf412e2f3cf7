import type { Page } from '@playwright/test';
import {
	complaintsOfAxe,
	expect,
	open,
	predict,
	runToTheEnd,
	test,
	unfold,
	whatIsACycle
} from './learner.ts';

const choose = (page: Page, what: 'Language' | 'Compiler', label: string) =>
	page.getByRole('combobox', { name: what }).selectOption({ label });

const assembly = (page: Page) => page.getByRole('grid', { name: /^Assembly of/ });

test('a learner who chooses Go sees the assembly, the compiler phases and the model’s timeline, and a link opens the same', async ({
	page
}) => {
	await open(page, whatIsACycle);
	await choose(page, 'Language', 'Go');
	await predict(page, 3);
	await runToTheEnd(page);
	await expect(
		assembly(page)
			.getByRole('row', { name: /\badd\b/ })
			.first()
	).toBeVisible();

	await page.getByRole('button', { name: 'Show SSA phases of the Go compiler' }).click();
	await page.getByRole('combobox', { name: 'Phase' }).selectOption({ label: 'lower' });
	const lowered = page.getByRole('grid', { name: 'SSA phases of the Go compiler: lower' });
	const addition = lowered.getByRole('row', { name: /new in this phase: .*ADDQ .*\(c\[/ });
	await expect(addition).toBeVisible();
	// Highlighting is the same in all three panes.
	await addition.click();
	const source = page.getByRole('grid', { name: /^Source of/ });
	await expect(source.getByRole('row', { selected: true })).toHaveText(/c \+= a/);

	await page.getByText('How it was measured', { exact: true }).click();
	await expect(page.getByText('time-stamp counter (TSC)')).toBeVisible();
	const cycles = page.getByText('Cycle by cycle, in the model');
	await unfold(page, 'What the models say', cycles);
	await cycles.click();
	await expect(
		page
			.getByRole('table')
			.getByText(/dispatched in cycle 0,/)
			.first()
	).toBeAttached();
	expect(await complaintsOfAxe(page)).toEqual([]);

	await page.reload();
	await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('go');
	await expect(source.getByText('package main')).toBeVisible();
});

test('C# code has the assembly of each runtime, with the source of that listing', async ({
	page
}) => {
	await open(page, `${whatIsACycle}?language=cs&compiler=mono-6.12`);
	await page.getByRole('button', { name: 'Show the assembly' }).click();
	await expect(page.getByText(/^Mono compiled this code ahead of time/)).toBeVisible();
	await expect(
		assembly(page)
			.getByRole('row', { name: /\badd\b/ })
			.first()
	).toBeVisible();

	await choose(page, 'Compiler', '.NET 8.0 (CoreCLR)');
	await expect(page.getByText(/^CoreCLR compiled this code while the program ran/)).toBeVisible();
	await expect(
		assembly(page)
			.getByRole('row', { name: /\badd\b/ })
			.first()
	).toBeVisible();
});
