import { edit, expect, open, runToTheEnd, test, whatIsACycle } from './learner.ts';
import { unfinished } from './programs.ts';

test('a compile error has its line, the compiler’s message and a mark in the editor', async ({
	page
}) => {
	await open(page, whatIsACycle);
	await edit(page, unfinished);
	await runToTheEnd(page);
	await expect(page.getByText(/The compiler found an error in line 4/).first()).toBeVisible();
	await expect(page.getByText(/expected ';' at end of declaration/).first()).toBeVisible();
	// Monaco draws its marks with classes alone, so no role or text can be queried.
	await expect(page.locator('.squiggly-error').first()).toBeVisible();
});
