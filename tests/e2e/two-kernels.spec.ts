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

test('the key X puts two kernels side by side: sources, machine code, and their numbers after the prediction', async ({
	page
}) => {
	await open(page, storeForwarding);
	await page.keyboard.press('x');
	const view = page.getByRole('region', { name: /” beside “/ });
	await expect(view.getByRole('region', { name: 'Source' })).toBeVisible();
	await expect(view.getByText(/^The numbers of both appear/)).toBeVisible();
	await page.keyboard.press('x');
	await expect(view).toHaveCount(0);

	await predict(page, 3);
	await runSharedToTheEnd(page);
	await runAgainUntilMeasured(page);
	await page.getByRole('button', { name: 'Two kernels side by side' }).click();
	const numbers = view.getByRole('table').first();
	await expect(numbers.getByRole('row', { name: 'Per iteration' }).getByText(/±/)).toHaveCount(2);
	await expect(view.getByRole('region', { name: 'Machine code' })).toBeVisible();
	await expectReadable('two kernels', page);

	const other = view.getByRole('combobox', { name: 'Beside' });
	const names = await other.getByRole('option').allInnerTexts();
	await other.selectOption({ label: names.at(-1) ?? '' });
	await expect(
		page.getByRole('heading', { name: new RegExp(`beside “${names.at(-1)}”$`) })
	).toBeVisible();
});
